import type { ConnectedEdge } from '@flagstaff/contract/receipts'
import { IconAlertTriangle, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { formatAge, formatMoment, formatNumber, formatPercent } from '../../../lib/format.ts'
import { Environment } from '../../../ui/Environment.tsx'
import type { Column } from '../../../ui/List.tsx'
import classes from './edges.module.css'
import { t } from './messages.ts'
import type { EdgeNode } from './tree.ts'

const INDENT = 20
const MEGABYTE = 1_048_576

export const edgeColumns = (typeOf: (environment: string) => string): Column<EdgeNode>[] => [
  { key: 'name', label: t('name'), cell: (node) => <Name {...node} /> },
  {
    key: 'environment',
    label: t('environment'),
    width: 132,
    wide: true,
    cell: ({ edge }) => <Environment name={edge.environment} type={typeOf(edge.environment)} />,
  },
  { key: 'state', label: t('state'), width: 168, cell: ({ edge }) => <Lag edge={edge} /> },
  {
    key: 'revision',
    label: t('revision'),
    width: 76,
    align: 'right',
    wide: true,
    cell: ({ edge }) => (edge.revision === null ? t('unknown') : formatNumber(edge.revision)),
  },
  {
    key: 'instances',
    label: t('instances'),
    width: 60,
    align: 'right',
    wide: true,
    cell: ({ edge }) => formatNumber(edge.instances),
  },
  {
    key: 'streams',
    label: t('streams'),
    width: 72,
    align: 'right',
    wide: true,
    cell: ({ edge }) => formatNumber(edge.connectedStreamingClients),
  },
  {
    key: 'load',
    label: t('load'),
    width: 112,
    align: 'right',
    wide: true,
    cell: ({ edge: { cpuUsage, memoryUsage } }) =>
      [
        cpuUsage === null ? t('unknown') : formatPercent(Math.round(cpuUsage * 100)),
        memoryUsage === null ? t('unknown') : t('memory', { megabytes: Math.round(memoryUsage / MEGABYTE) }),
      ].join(', '),
  },
  {
    key: 'started',
    label: t('started'),
    width: 76,
    wide: true,
    cell: ({ edge }) => <When time={edge.started} />,
  },
  {
    key: 'reported',
    label: t('reported'),
    width: 100,
    wide: true,
    cell: ({ edge }) => <When time={edge.reportedAt} />,
  },
]

function Name({ edge, depth }: EdgeNode) {
  const { appName, identifier, region, edgeVersion, parent, environment, instances } = edge
  const about = [...(region ? [region] : []), t('version', { version: edgeVersion })].join(' · ')
  return (
    <span className={classes.edge} style={{ paddingLeft: depth * INDENT }}>
      <span>
        <b>{appName}</b> <span className="mono faint">{identifier}</span>
      </span>
      <span className="faint small" title={about}>
        {about}
      </span>
      {/* Nesting shows the parent visually, so the text is for screen readers only. */}
      {parent && <span className={depth > 0 ? 'hidden' : 'faint small'}>{t('parent', { parent })}</span>}
      <span className={`${classes.phone} faint small`}>
        {[environment, t('instancesShort', { count: instances })].join(' · ')}
      </span>
    </span>
  )
}

/** Text and icon, so that colour is not the only information. */
function Lag({ edge: { revision, behind } }: { edge: ConnectedEdge }) {
  if (revision === null)
    return (
      <span className={classes.lag} data-empty>
        <IconCircleDashed size={14} stroke={1.75} aria-hidden="true" />
        {t('empty')}
      </span>
    )
  if (behind > 0)
    return (
      <span className={classes.lag} data-late>
        <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" />
        {t('behind', { count: behind })}
      </span>
    )
  return (
    <span className={classes.lag}>
      <IconCircleCheckFilled size={14} aria-hidden="true" />
      {t('current')}
    </span>
  )
}

const When = ({ time }: { time: string | null }) =>
  time === null ? (
    <span className="faint">{t('unknown')}</span>
  ) : (
    <time dateTime={time} title={formatMoment(time)}>
      {formatAge(time)}
    </time>
  )
