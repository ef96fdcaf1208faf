import { ActionIcon, Button, Select, Tooltip } from '@mantine/core'
import { IconArrowNarrowRight, IconArrowsLeftRight, IconCheck } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { boot } from '../../../lib/boot.ts'
import { usePage } from '../../../lib/crumbs.ts'
import { environmentList } from '../../../lib/session.ts'
import { CopyIcon } from '../../../ui/Copy.tsx'
import { EnvironmentIcon, isProduction } from '../../../ui/Environment.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { ProjectError, projectOverview } from '../../setup/projects/index.ts'
import classes from './compare.module.css'
import { Differences } from './Differences.tsx'
import { t } from './messages.ts'
import { comparison } from './queries.ts'
import type { CompareSearch } from './search.ts'

/** Compares two environments of a project, and promotes selected differences. */
export function Compare() {
  const { projectId } = useParams({ from: '/projects/$projectId/compare' })
  const search = useSearch({ from: '/projects/$projectId/compare' })
  const overview = useQuery(projectOverview(projectId))
  usePage([
    { label: t('projects'), to: '/projects' },
    { label: overview.data?.name ?? projectId, to: `/projects/${projectId}` },
    { label: t('title') },
  ])
  const { data: all } = useSuspenseQuery(environmentList)
  if (overview.error)
    return <ProjectError id={projectId} error={overview.error} retry={() => void overview.refetch()} />
  if (!overview.data) return <Loading />
  const own = new Set(overview.data.environments?.map(({ environment }) => environment))
  const environments = all.filter(({ name }) => own.has(name))
  const places = placesOf(environments, search)
  if (!places) {
    return (
      <State
        title={t('few')}
        text={t('fewText')}
        action={
          <Button
            component={Link}
            to={`/projects/${projectId}/settings/environments` as string}
            variant="default"
          >
            {t('settings')}
          </Button>
        }
      />
    )
  }
  return (
    <div className={classes.page}>
      <Head project={projectId} search={search} places={places} environments={environments} />
      <Body key={`${places.from} ${places.to}`} project={projectId} search={search} {...places} />
    </div>
  )
}

type Environment = { name: string; type: string }

/** The environments in the URL; by default, the target is production or the next environment. */
function placesOf(environments: readonly Environment[], search: CompareSearch) {
  const names = environments.map(({ name }) => name)
  const named = (name: string | undefined) => (name !== undefined && names.includes(name) ? name : undefined)
  const asked = named(search.to)
  const production = environments.findLast(({ type, name }) => type === 'production' && name !== search.from)
  const to = asked ?? production?.name ?? names.find((name) => name !== search.from && name !== names[0])
  const from = named(search.from) ?? names.findLast((name, at) => name !== to && at < names.indexOf(to ?? ''))
  const other = from ?? names.find((name) => name !== to)
  return to === undefined || other === undefined || other === to ? undefined : { from: other, to }
}

type HeadProps = {
  project: string
  search: CompareSearch
  places: { from: string; to: string }
  environments: readonly Environment[]
}

function Head({ project, search, places, environments }: HeadProps) {
  const navigate = useNavigate()
  const go = (part: CompareSearch) =>
    void navigate({
      to: '/projects/$projectId/compare',
      params: { projectId: project },
      search: { ...search, ...places, ...part },
      replace: true,
    })
  const typeOf = (name: string) => environments.find((one) => one.name === name)?.type ?? ''
  const field = (side: 'from' | 'to', other: string) => (
    <Select
      className={`${classes.place} ${isProduction(typeOf(places[side])) ? classes.production : ''}`}
      aria-label={t(side)}
      data={environments.map(({ name }) => name)}
      value={places[side]}
      onChange={(name) => {
        if (!name) return
        // If both would be the same, swap them.
        go(name === other ? { from: places.to, to: places.from } : { [side]: name })
      }}
      leftSection={<EnvironmentIcon type={typeOf(places[side])} />}
      allowDeselect={false}
    />
  )
  return (
    <header className={classes.head}>
      <h1>{t('title')}</h1>
      <div className={classes.places}>
        {field('from', places.to)}
        <IconArrowNarrowRight size={16} stroke={1.5} aria-label={t('direction')} />
        {field('to', places.from)}
        <Tooltip label={t('swap')}>
          <ActionIcon aria-label={t('swap')} onClick={() => go({ from: places.to, to: places.from })}>
            <IconArrowsLeftRight size={16} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
        <CopyIcon text={linkTo(project, { ...search, ...places })} what={t('link')} />
      </div>
      {search.feature && (
        <span className={classes.only}>
          <span className="dim">{t('onlyFlag', { flag: search.feature })}</span>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => go({ feature: undefined, flag: search.feature })}
          >
            {t('allFlags')}
          </Button>
        </span>
      )}
    </header>
  )
}

const linkTo = (project: string, { from = '', to = '', feature }: CompareSearch) => {
  const query = new URLSearchParams({ from, to, ...(feature ? { feature } : {}) })
  const path = `${boot.basePath}/projects/${encodeURIComponent(project)}/compare?${query}`
  return new URL(path, window.location.origin).href
}

type BodyProps = { project: string; from: string; to: string; search: CompareSearch }

function Body({ project, from, to, search }: BodyProps) {
  const { data, error, refetch } = useQuery(comparison({ project, from, to, feature: search.feature }))
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.features.length === 0 || data.features.every(({ same }) => same)) {
    return (
      <State
        icon={<IconCheck size={20} stroke={1.5} />}
        title={t('nothing')}
        text={t('nothingText', { from, to })}
      />
    )
  }
  return <Differences comparison={data} search={search} />
}
