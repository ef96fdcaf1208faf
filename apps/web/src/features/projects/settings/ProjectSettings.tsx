import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { AskProvider } from '../../../ui/Ask.tsx'
import { LoadingCards } from '../../../ui/Loading.tsx'
import { SettingsPage } from '../../../ui/Settings.tsx'
import { NotFoundState } from '../../../ui/State.tsx'
import { t } from '../messages.ts'
import { ProjectError } from '../NoProject.tsx'
import { projectOverview } from '../queries.ts'
import { Access } from './Access.tsx'
import { DefaultRules } from './DefaultRules.tsx'
import { Environments } from './Environments.tsx'
import { General } from './General.tsx'
import { Fields, Segments } from './Own.tsx'
import { Tokens } from './Tokens.tsx'

const places = {
  general: { label: t('settings.general'), component: General },
  access: { label: t('settings.access'), component: Access },
  'api-access': { label: t('settings.tokens'), component: Tokens },
  context: { label: t('own.fields'), component: Fields },
  segments: { label: t('own.segments'), component: Segments },
  environments: { label: t('settings.environments'), component: Environments },
  'default-strategy': { label: t('settings.defaults'), component: DefaultRules },
} as const

const isPlace = (place: string): place is keyof typeof places => Object.hasOwn(places, place)

export function ProjectSettings() {
  const { projectId, place } = useParams({ from: '/projects/$projectId/settings/$place' })
  const { data, error, refetch } = useQuery(projectOverview(projectId))
  const chosen = isPlace(place) ? places[place] : undefined
  const base = `/projects/${projectId}`
  usePage([
    { label: t('projects.title'), to: '/projects' },
    { label: data?.name ?? projectId, to: base },
    { label: t('settings.title'), to: `${base}/settings` },
    { label: chosen?.label ?? place },
  ])
  if (error) return <ProjectError id={projectId} error={error} retry={() => void refetch()} />
  if (!chosen) return <NotFoundState />
  const Place = chosen.component
  return (
    <AskProvider>
      <SettingsPage
        label={t('settings.nav')}
        places={Object.entries(places).map(([key, { label }]) => ({ to: `${base}/settings/${key}`, label }))}
        current={`${base}/settings/${place}`}
      >
        {data ? <Place key={projectId} id={projectId} project={data} /> : <LoadingCards cards={[4, 3]} />}
      </SettingsPage>
    </AskProvider>
  )
}
