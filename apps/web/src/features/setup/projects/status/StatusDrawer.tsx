import type { ProjectStatus } from '@flagstaff/contract/project-status'
import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDays, formatNumber, formatPercent } from '../../../../lib/format.ts'
import { t as shared } from '../../../../messages/en.ts'
import { LifecycleStage, type Stage } from '../../../../ui/LifecycleStage.tsx'
import { LoadingCards } from '../../../../ui/Loading.tsx'
import { ErrorState } from '../../../../ui/State.tsx'
import { HeatMap } from './HeatMap.tsx'
import { t } from './messages.ts'
import { projectStatus } from './queries.ts'
import classes from './status.module.css'

type StatusProps = { id: string; name: string; opened: boolean; onClose(): void }

/** The status of a project, in a drawer next to its flags. */
export function StatusDrawer({ id, name, opened, onClose }: StatusProps) {
  const { data, error, refetch } = useQuery({ ...projectStatus(id), enabled: opened })
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={640}
      title={t('title', { name })}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingCards cards={[3, 3, 5]} />}
      {data && <Status id={id} status={data} />}
    </Drawer>
  )
}

function Status({ id, status }: { id: string; status: ProjectStatus }) {
  const phone = useMediaQuery('(max-width: 767px)') ?? false
  const { health, staleFlags, resources, activityCountByDate } = status
  const settings = (place: string) => `/projects/${encodeURIComponent(id)}/settings/${place}`
  return (
    <div className={classes.status}>
      <Part title={t('health.title')}>
        <p className={classes.health}>
          <b className="num">{formatPercent(health.current)}</b> {t('health.text')}
        </p>
        {staleFlags.total > 0 ? (
          <Link
            to="/projects/$projectId"
            params={{ projectId: id }}
            search={{ state: 'stale,potentially-stale' }}
            className="link"
          >
            {t('health.stale', { count: staleFlags.total })}
          </Link>
        ) : (
          <p className="dim">{t('health.stale', { count: 0 })}</p>
        )}
      </Part>
      <Part title={t('stages.title')}>
        <Stages id={id} summary={status.lifecycleSummary} />
      </Part>
      <Part title={t('resources.title')}>
        <ul className={classes.resources}>
          <li>
            <Link to={settings('access')} className="link">
              {t('resources.members', { count: resources.members })}
            </Link>
          </li>
          <li>
            <Link to={settings('api-access')} className="link">
              {t('resources.tokens', { count: resources.apiTokens })}
            </Link>
          </li>
          <li>
            <Link to="/segments" className="link">
              {t('resources.segments', { count: resources.segments })}
            </Link>
          </li>
        </ul>
      </Part>
      <Part title={t('activity.title')}>
        <HeatMap activity={activityCountByDate} weeks={phone ? 26 : 52} />
      </Part>
    </div>
  )
}

const stages = [
  ['initial', 'initial'],
  ['preLive', 'pre-live'],
  ['live', 'live'],
  ['completed', 'completed'],
] as const

function Stages({ id, summary }: { id: string; summary: ProjectStatus['lifecycleSummary'] }) {
  const { archived } = summary
  const count = (stage: Stage, flags: number) =>
    flags === 0 ? (
      <span className="faint">{formatNumber(0)}</span>
    ) : (
      <Link
        to="/projects/$projectId"
        params={{ projectId: id }}
        search={stage === 'archived' ? { tab: 'archived' } : { lifecycle: stage }}
        className="link"
        aria-label={t('stages.show', { count: flags, stage: shared(`stage.${stage}`) })}
      >
        {formatNumber(flags)}
      </Link>
    )
  return (
    <table className={classes.stages}>
      <thead>
        <tr>
          <th>{t('stages.stage')}</th>
          <th>{t('stages.flags')}</th>
          <th>{t('stages.stay')}</th>
        </tr>
      </thead>
      <tbody>
        {stages.map(([key, stage]) => {
          const { currentFlags, averageDays } = summary[key]
          return (
            <tr key={stage}>
              <td>
                <LifecycleStage stage={stage} />
              </td>
              <td className="num">{count(stage, currentFlags)}</td>
              <td className="num dim">{averageDays === null ? '–' : formatDays(averageDays)}</td>
            </tr>
          )
        })}
        <tr>
          <td>
            <LifecycleStage stage="archived" />
          </td>
          <td className="num">{count('archived', archived.currentFlags)}</td>
          <td className="num dim">{t('stages.lately', { count: archived.last30Days })}</td>
        </tr>
      </tbody>
    </table>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3>{title}</h3>
    {children}
  </section>
)
