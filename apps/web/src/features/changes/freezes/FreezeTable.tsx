import type { Freeze } from '@flagstaff/contract/freezes'
import { IconCalendarEvent, IconCheck, IconHammer, IconSnowflake } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { projectList } from '../../../lib/projects.ts'
import { formatUntil } from '../../../lib/until.ts'
import { EditAndDelete } from '../../../ui/ActionsMenu.tsx'
import { type Column, Rows } from '../../../ui/List.tsx'
import classes from './freezes.module.css'
import { t } from './messages.ts'
import { useFreezeRefusal } from './permitted.ts'
import { useDeleteFreeze } from './queries.ts'
import { type FreezeState, formatWhen, stateOf, whereOf } from './times.ts'

export const FreezeTable = ({ freezes }: { freezes: readonly Freeze[] }) => (
  <Rows rows={freezes} columns={columns()} keyOf={({ id }) => id} label={t('freezes.title')} />
)

const columns = (): Column<Freeze>[] => [
  {
    key: 'name',
    label: t('freezes.name'),
    cell: (freeze) => (
      <>
        <Link to="/freezes/edit/$id" params={{ id: String(freeze.id) }} className="link">
          <b>{freeze.name}</b>
        </Link>
        {freeze.reason && <div className="faint small">{freeze.reason}</div>}
        {/* On phones, the other columns are hidden. */}
        <div className={classes.narrow}>
          <span className="dim small">
            <Project id={freeze.project} /> · {whereOf(freeze)}
          </span>
          <span className="dim small">{formatWhen(freeze)}</span>
          <State freeze={freeze} />
        </div>
      </>
    ),
  },
  {
    key: 'where',
    label: t('freezes.where'),
    width: 200,
    wide: true,
    cell: (freeze) => (
      <>
        <Project id={freeze.project} />
        <div className="faint small">{whereOf(freeze)}</div>
      </>
    ),
  },
  {
    key: 'when',
    label: t('freezes.when'),
    wide: true,
    cell: (freeze) => <span className="num">{formatWhen(freeze)}</span>,
  },
  {
    key: 'state',
    label: t('freezes.state'),
    width: 200,
    wide: true,
    cell: (freeze) => <State freeze={freeze} />,
  },
  { key: 'actions', label: '', width: 60, align: 'right', cell: (freeze) => <Actions freeze={freeze} /> },
]

function Project({ id }: { id: string | null }) {
  const { data } = useQuery(projectList)
  return id === null ? t('freezes.allProjects') : (data?.find((one) => one.id === id)?.name ?? id)
}

const icons = { now: IconSnowflake, upcoming: IconCalendarEvent, ended: IconCheck } satisfies Record<
  FreezeState,
  unknown
>

function State({ freeze }: { freeze: Freeze }) {
  const state = stateOf(freeze, new Date())
  const Glyph = icons[state]
  const isKnown = state === 'now' && freeze.activeUntil
  return (
    <span className={classes.states}>
      <span className={classes.state} data-state={state}>
        <Glyph size={14} stroke={1.75} aria-hidden="true" />
        {isKnown
          ? t('state.nowUntil', { until: formatUntil(freeze.activeUntil ?? '') })
          : t(`state.${state}`)}
      </span>
      {freeze.breakGlass && (
        <span className={classes.glass} title={t('freezes.breakGlassTitle')}>
          <IconHammer size={14} stroke={1.75} aria-hidden="true" />
          {t('freezes.breakGlass')}
        </span>
      )}
    </span>
  )
}

function Actions({ freeze }: { freeze: Freeze }) {
  const why = useFreezeRefusal()(freeze.project)
  const remove = useDeleteFreeze()
  return (
    <EditAndDelete
      name={freeze.name}
      to={`/freezes/edit/${freeze.id}`}
      edit={t('freezes.edit')}
      remove={t('freezes.delete')}
      why={why}
      onDelete={() => remove.mutate(freeze)}
    />
  )
}
