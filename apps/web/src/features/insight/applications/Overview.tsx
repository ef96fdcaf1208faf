import type { ApplicationDetails, ApplicationOverview } from '@flagstaff/contract/applications'
import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Column, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import classes from './applications.module.css'
import { Issues } from './Issues.tsx'
import { t } from './messages.ts'
import { Places, Sdks, Seen } from './parts.tsx'
import { useApp, useAppPage, useDetails } from './place.ts'
import { applicationOverview } from './queries.ts'

/** Where an application runs, the flags it evaluates, and its issues. */
export function Overview() {
  const app = useApp()
  useAppPage(app)
  const { description, url, seenToggles } = useDetails()
  const { data, error, refetch } = useQuery(applicationOverview(app))
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  return (
    <div className={classes.page}>
      {(description || url) && (
        <p className="dim">
          {description}{' '}
          {url && /^https?:/.test(url) && (
            <a href={url} className={`link ${classes.address}`} rel="noreferrer" target="_blank">
              {url}
            </a>
          )}
        </p>
      )}
      {!data && <Loading />}
      {data && <Issues app={app} overview={data} />}
      {data && (
        <section>
          <h2>{t('environments.title')}</h2>
          {data.environments.length === 0 ? (
            <p className="faint">{t('environments.none')}</p>
          ) : (
            <Rows
              rows={data.environments}
              columns={environmentColumns(app)}
              keyOf={({ name }) => name}
              label={t('environments.title')}
            />
          )}
        </section>
      )}
      <section>
        <h2>{t('flags.title')}</h2>
        {seenToggles.length === 0 ? (
          <p className="faint">{t('flags.none')}</p>
        ) : (
          <Rows
            rows={seenToggles}
            columns={flagColumns}
            keyOf={({ name }) => name}
            label={t('flags.title')}
          />
        )}
      </section>
    </div>
  )
}

type EnvironmentRow = ApplicationOverview['environments'][number]

const environmentColumns = (app: string): Column<EnvironmentRow>[] => [
  { key: 'name', label: t('environments.name'), cell: ({ name }) => <Places names={[name]} /> },
  {
    key: 'instances',
    label: t('apps.instances'),
    width: 128,
    cell: ({ name, instanceCount }) => (
      <Link
        to="/applications/$app/instances"
        params={{ app }}
        search={{ environment: name }}
        className="link"
      >
        {t('environments.count', { count: instanceCount })}
      </Link>
    ),
  },
  {
    key: 'sdk',
    label: t('apps.sdk'),
    width: 340,
    wide: true,
    cell: ({ sdks, issues }) => <Sdks names={sdks} outdated={issues.outdatedSdks} />,
  },
  { key: 'seen', label: t('apps.seen'), width: 104, cell: ({ lastSeen }) => <Seen at={lastSeen} /> },
]

type FlagRow = ApplicationDetails['seenToggles'][number]

const flagColumns: Column<FlagRow>[] = [
  {
    key: 'name',
    label: t('flags.name'),
    cell: ({ name, project, stale, archived }) => (
      <span className={classes.name}>
        <Link
          to="/projects/$projectId/features/$flag/metrics"
          params={{ projectId: project, flag: name }}
          className="link"
        >
          <b>{name}</b>
        </Link>
        {(archived || stale) && (
          <Badge className={classes.mark}>{t(archived ? 'flags.archived' : 'flags.stale')}</Badge>
        )}
      </span>
    ),
  },
  {
    key: 'project',
    label: t('flags.project'),
    width: 160,
    cell: ({ project }) => <span className="dim">{project}</span>,
  },
]
