import type { ActionSetEvent } from '@flagstaff/contract/actions'
import { Modal, UnstyledButton } from '@mantine/core'
import {
  IconBolt,
  IconCircle,
  IconCircleFilled,
  IconLoader,
  IconSquareRotatedFilled,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { formatAge, formatMoment } from '../../../lib/format.ts'
import { t as shared } from '../../../messages/en.ts'
import { type Column, ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState, NotFoundState, State } from '../../../ui/State.tsx'
import { Code } from './Code.tsx'
import { t } from './messages.ts'
import { runList, setList } from './queries.ts'
import { crumbsTo, SetTabs } from './SetForm.tsx'
import { ActionWords } from './SetSentence.tsx'
import classes from './signals.module.css'

/** What an action set did. */
export function SetRuns() {
  const { projectId, id: text } = useParams({ from: '/projects/$projectId/settings/actions/$id/runs' })
  const id = Number(text)
  const sets = useQuery(setList(projectId))
  const set = sets.data?.find((one) => one.id === id)
  const { data, error, refetch } = useQuery({ ...runList(projectId, id), enabled: set !== undefined })
  const [opened, setOpened] = useState<ActionSetEvent>()
  usePage([
    ...crumbsTo(projectId),
    { label: set?.name ?? text, to: `/projects/${projectId}/settings/actions/${text}` },
    { label: t('form.runs') },
  ])
  const problem = sets.error ?? error
  if (problem) return <ErrorState error={problem} retry={() => void refetch()} />
  if (sets.data && !set) return <NotFoundState />
  return (
    <ListPage title={set?.name ?? ''} tabs={<SetTabs project={projectId} id={id} />}>
      {!data && <Loading />}
      {data?.length === 0 && (
        <State icon={<IconBolt size={20} stroke={1.5} />} title={t('runs.none')} text={t('runs.noneText')} />
      )}
      {data && data.length > 0 && (
        <Rows rows={data} columns={columns(setOpened)} keyOf={(one) => one.id} label={t('form.runs')} />
      )}
      <RunDialog run={opened} onClose={() => setOpened(undefined)} />
    </ListPage>
  )
}

type Progress = ActionSetEvent['state'] | 'not started'

const icons = {
  success: IconCircleFilled,
  started: IconLoader,
  failed: IconSquareRotatedFilled,
  'not started': IconCircle,
} satisfies Record<Progress, unknown>

/** A shape, a colour and a word. */
function RunState({ state }: { state: Progress }) {
  const Glyph = icons[state]
  return (
    <span className={classes.state} data-state={state}>
      <Glyph size={10} stroke={2.5} aria-hidden />
      {t(`runs.${state}`)}
    </span>
  )
}

const columns = (open: (run: ActionSetEvent) => void): Column<ActionSetEvent>[] => [
  {
    key: 'run',
    label: t('runs.run'),
    cell: (run) => (
      <UnstyledButton className={classes.row} onClick={() => open(run)}>
        <span className="hidden">{t('runs.open', { id: run.id })} </span>
        {t('runs.signal', { id: run.signalId })}{' '}
        <span className="mono small dim">{JSON.stringify(run.signal.payload).slice(0, MOST_SHOWN)}</span>
      </UnstyledButton>
    ),
  },
  { key: 'state', label: t('runs.state'), width: 120, cell: ({ state }) => <RunState state={state} /> },
  {
    key: 'time',
    label: t('runs.time'),
    width: 120,
    wide: true,
    align: 'right',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={formatMoment(createdAt)}>
        {formatAge(createdAt)}
      </time>
    ),
  },
]

const MOST_SHOWN = 120

function RunDialog({ run, onClose }: { run: ActionSetEvent | undefined; onClose(): void }) {
  // Keep the last one, so that the closing dialog still shows it.
  const last = useRef(run)
  if (run) last.current = run
  const shown = last.current
  if (!shown) return null
  return (
    <Modal
      opened={run !== undefined}
      onClose={onClose}
      title={t('runs.title', { id: shown.id })}
      size={640}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      <div className={classes.stack}>
        <p className="dim small">{formatMoment(shown.createdAt)}</p>
        <ol className={classes.lines} aria-label={t('try.actions')}>
          {shown.actionSet.actions.map((action) => (
            <li key={action.id} className={classes.name}>
              <span className={classes.outcome}>
                <ActionWords action={action} />
              </span>
              <RunState state={action.state} />
              {action.details && <span className="dim small">{action.details}</span>}
            </li>
          ))}
        </ol>
        <h3 className="small">{t('runs.signal', { id: shown.signalId })}</h3>
        <Code text={JSON.stringify(shown.signal.payload, null, 2)} label={t('signals.payload')} />
      </div>
    </Modal>
  )
}
