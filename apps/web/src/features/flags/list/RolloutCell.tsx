import type { FeatureSearchEnvironment } from '@flagstaff/contract/search'
import { IconGitPullRequest } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { requestPath } from '../../../lib/drafts.ts'
import { formatPercent } from '../../../lib/format.ts'
import type { Refusal } from '../../../lib/session.ts'
import { Bar } from '../../../ui/Bar.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import classes from './FlagTable.module.css'
import { t } from './messages.ts'
import { RowSwitch } from './RowControls.tsx'
import { summaryOf } from './rollout.ts'

type SwitchProps = {
  flag: string
  environment: FeatureSearchEnvironment
  why: Refusal
  large?: boolean
  onToggle(): void
}

export function EnvironmentSwitch({ flag, environment, why, large = false, onToggle }: SwitchProps) {
  return (
    <Refused why={why}>
      <RowSwitch
        label={t('row.switch', { name: flag, environment: environment.name })}
        checked={environment.enabled}
        refused={why !== undefined}
        large={large}
        onChange={onToggle}
      />
    </Refused>
  )
}

type OpenRequestsProps = { project: string; environment: FeatureSearchEnvironment }

/** Leads to the open change requests for the flag in an environment. */
export function OpenRequests({ project, environment: { changeRequestIds: ids = [] } }: OpenRequestsProps) {
  const [id] = ids
  if (id === undefined) return null
  const label = t('row.requests', { count: ids.length, ids: ids.map((one) => `#${one}`).join(', ') })
  const list = `/projects/${encodeURIComponent(project)}/change-requests`
  return (
    <Link
      to={ids.length === 1 ? requestPath({ project, id }) : list}
      className={classes.requests}
      title={label}
      aria-label={label}
    >
      <IconGitPullRequest size={14} stroke={1.75} aria-hidden="true" />
    </Link>
  )
}

/** 100 % is shown muted; a partial rollout is highlighted, with a bar. */
export function Amount({ environment }: { environment: FeatureSearchEnvironment }) {
  const summary = summaryOf(environment)
  switch (summary.kind) {
    case 'percent': {
      const part = summary.percent < 100 || summary.split
      const percent = formatPercent(summary.percent)
      return (
        <span className={classes.amount} data-part={part || undefined}>
          <span className="num">{summary.split ? t('row.variants', { percent }) : percent}</span>
          {part && <Bar value={summary.percent} width={36} height={3} />}
        </span>
      )
    }
    case 'rules':
      return <span className={classes.amount}>{t('row.rules', { count: summary.count })}</span>
    case 'segment':
      return <span className={classes.amount}>{t('row.segment')}</span>
    default:
      return <span className={classes.amount}>{t(summary.kind === 'on' ? 'row.on' : 'row.off')}</span>
  }
}
