import type { FeatureSearchResponse } from '@flagstaff/contract/search'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatPercent, formatShort } from '../../../lib/format.ts'
import { projectList } from '../../../lib/projects.ts'
import { EnvironmentIcon } from '../../../ui/Environment.tsx'
import { FlagType } from '../../../ui/FlagType.tsx'
import { LifecycleStage } from '../../../ui/LifecycleStage.tsx'
import { Spark } from '../../../ui/Spark.tsx'
import { Card } from './Card.tsx'
import classes from './home.module.css'
import { t } from './messages.ts'
import type { Counts } from './Problems.tsx'

export const pathOfProject = (project: string): string => `/projects/${encodeURIComponent(project)}`
export const pathOfFlag = (project: string, flag: string): string =>
  `${pathOfProject(project)}/features/${encodeURIComponent(flag)}`

/** Flags that were opened in this browser. */
export function Recent({ flags, usage }: { flags: readonly FeatureSearchResponse[]; usage: Counts }) {
  const { data: projects } = useQuery(projectList)
  return (
    <Card
      title={t('recent.title')}
      link={
        <Link to="/search" className={classes.link}>
          {t('recent.all')}
        </Link>
      }
    >
      {flags.length === 0 && <p className={classes.none}>{t('recent.none')}</p>}
      {flags.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('recent.flag')}</th>
              <th scope="col">{t('recent.project')}</th>
              <th scope="col">{t('recent.stage')}</th>
              <th scope="col">{t('recent.usage')}</th>
              <th scope="col">{t('recent.where')}</th>
            </tr>
          </thead>
          <tbody>
            {flags.map((flag) => (
              <tr key={flag.name}>
                <td>
                  <span className={classes.flag}>
                    <FlagType type={flag.type} plain />
                    <Link to={pathOfFlag(flag.project, flag.name)}>{flag.name}</Link>
                  </span>
                </td>
                <td>{projects?.find(({ id }) => id === flag.project)?.name ?? flag.project}</td>
                <td>
                  {flag.lifecycle && (
                    <LifecycleStage stage={flag.lifecycle.stage} since={flag.lifecycle.enteredStageAt} />
                  )}
                </td>
                <td>
                  <Usage counts={usage?.get(flag.name)} />
                </td>
                <td>
                  <States flag={flag} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

function Usage({ counts }: { counts: readonly number[] | undefined }) {
  if (!counts) return null
  return (
    <span className={classes.usage}>
      <Spark values={counts} width={80} height={16} />
      <span className="num">{formatShort(counts.reduce((sum, count) => sum + count, 0))}</span>
    </span>
  )
}

/** Whether a flag is on, in each environment. */
export function States({ flag, only }: { flag: FeatureSearchResponse; only?: 'production' }) {
  const shown = flag.environments.filter(({ type }) => !only || type === only)
  return (
    <span className={classes.states}>
      {shown.map((environment) => (
        <span
          key={environment.name}
          className={classes.state}
          data-type={environment.type}
          title={environment.name}
        >
          <EnvironmentIcon type={environment.type} size={12} />
          <span className="hidden">{environment.name}: </span>
          {sayState(environment)}
        </span>
      ))}
    </span>
  )
}

function sayState({ enabled, reach }: FeatureSearchResponse['environments'][number]) {
  if (!enabled) return t('state.off')
  return reach?.rules === 1 && !reach.narrowed ? formatPercent(reach.percent ?? 100) : t('state.on')
}
