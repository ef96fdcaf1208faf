import type { ChangeRequest, RequestedChange } from '@flagstaff/contract/requests'
import { Button, SegmentedControl } from '@mantine/core'
import { IconAlertTriangle, IconGitMerge, IconTrash } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { environmentList, type Refusal } from '../../../lib/session.ts'
import { ActionsMenu } from '../../../ui/ActionsMenu.tsx'
import { useAsk } from '../../../ui/Ask.tsx'
import { Diff } from '../../../ui/Diff.tsx'
import { Environment } from '../../../ui/Environment.tsx'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { segmentList } from '../../setup/segments/index.ts'
import { jsonOf, sayChange } from './changeLines.tsx'
import { t } from './messages.ts'
import classes from './page.module.css'
import { useRemoveChange } from './queries.ts'

type ChangesProps = {
  request: ChangeRequest
  /** Whether changes can be removed, and why not. Undefined in states that never change again. */
  edit: { why: Refusal } | undefined
}

/** Every change of a request, as sentences or as JSON, with its conflict. */
export function Changes({ request, edit }: ChangesProps) {
  const [view, setView] = useState('sentences')
  const changes = changesOf(request)
  return (
    <section className={classes.card} aria-labelledby="changes">
      <header className={classes.cardHead}>
        <h2 id="changes">{t('changes.title')}</h2>
        <span className="faint num">{changes.length}</span>
        {changes.length > 0 && (
          <SegmentedControl
            size="xs"
            className={classes.views}
            aria-label={t('changes.view')}
            data={[
              { value: 'sentences', label: t('changes.sentences') },
              { value: 'json', label: t('changes.json') },
            ]}
            value={view}
            onChange={setView}
          />
        )}
      </header>
      {changes.length === 0 && (
        <div className={classes.none}>
          <b>{t('changes.none')}</b>
          <p className="dim">{t('changes.noneText')}</p>
        </div>
      )}
      <ol>
        {changes.map(({ change, about, name, breaks = [] }, index) => (
          <Change
            key={change.id}
            number={index + 1}
            request={request}
            change={change}
            about={about}
            name={name}
            breaks={breaks}
            asJson={view === 'json'}
            edit={edit}
          />
        ))}
      </ol>
    </section>
  )
}

type Listed = {
  change: RequestedChange
  about: ReactNode
  name: string
  /** The scheduled requests that no longer fit after it. */
  breaks?: readonly { id: number; title: string }[]
}

/** The changes of flags, then those of segments, with a link to each. */
function changesOf({ features, segments, project }: ChangeRequest): Listed[] {
  return [
    ...features.flatMap(({ name, changes }) =>
      changes.map((change) => ({
        change,
        name,
        about: (
          <Link to="/projects/$projectId/features/$flag" params={{ projectId: project, flag: name }}>
            {name}
          </Link>
        ),
      })),
    ),
    ...segments.map(({ scheduleConflicts, ...change }) => ({
      change,
      breaks: scheduleConflicts?.changeRequests ?? [],
      name: change.name,
      about: <span>{change.name}</span>,
    })),
  ]
}

type ChangeProps = ChangesProps & Listed & { number: number; asJson: boolean }

function Change({ number, request, change, about, name, breaks = [], asJson, edit }: ChangeProps) {
  const { data: environments } = useSuspenseQuery(environmentList)
  const { data: segments } = useQuery(segmentList)
  const names = new Map(segments?.map((segment) => [segment.id, segment.name]))
  const said = sayChange(change, names)
  const type = environments.find((one) => one.name === change.environment)?.type ?? ''
  const askRemove = useAskRemove(request, change, said.lines)
  return (
    <li className={classes.change} data-conflict={change.conflict ? true : undefined}>
      <div className={classes.what}>
        <span className={`faint num ${classes.number}`}>{number}</span>
        <h3>{about}</h3>
        <span className="dim">{said.text}</span>
        {change.environment && <Environment name={change.environment} type={type} boxed />}
        {edit && (
          <span className={classes.menu}>
            <ActionsMenu name={`${name}, ${said.text}`}>
              <MenuAction
                danger
                why={edit.why}
                icon={<IconTrash size={14} stroke={1.75} />}
                onClick={askRemove}
              >
                {t('changes.remove')}
              </MenuAction>
            </ActionsMenu>
          </span>
        )}
      </div>
      <Diff lines={asJson ? jsonOf(change) : said.lines} />
      {change.automatic && <Note text={t('changes.automatic', { flag: name })} />}
      {breaks.length > 0 && (
        <Note text={t('changes.breaks', { titles: breaks.map(({ title }) => title).join(', ') })} />
      )}
      {change.conflict && (
        <div className={classes.conflict} role="note">
          <IconGitMerge size={16} stroke={1.75} aria-hidden="true" />
          <span>
            <b>{t('changes.conflict')}</b> {change.conflict}
          </span>
          {edit && !edit.why && (
            <Button variant="default" onClick={askRemove}>
              {t('changes.remove')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

const Note = ({ text }: { text: string }) => (
  <div className={classes.conflict} role="note">
    <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
    <span>{text}</span>
  </div>
)

function useAskRemove(
  request: ChangeRequest,
  change: RequestedChange,
  lines: ReturnType<typeof sayChange>['lines'],
) {
  const ask = useAsk()
  const { project, id, state } = request
  const remove = useRemoveChange({ project, id })
  return () =>
    ask({
      title: t('changes.removeTitle'),
      text: [t('changes.removeText'), ...(state === 'Draft' ? [] : [t('changes.removeApproved')])].join(' '),
      lines,
      label: t('changes.remove'),
      danger: true,
      run: () => remove.mutateAsync({ change: change.id }),
    })
}
