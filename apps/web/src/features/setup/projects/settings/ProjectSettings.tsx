import type { Permission } from '@flagstaff/contract/permissions'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { usePage } from '../../../../lib/crumbs.ts'
import { holds, me } from '../../../../lib/session.ts'
import { AskProvider } from '../../../../ui/Ask.tsx'
import { LoadingCards } from '../../../../ui/Loading.tsx'
import { SettingsPage } from '../../../../ui/Settings.tsx'
import { NotFoundState } from '../../../../ui/State.tsx'
import { ProjectFreezes } from '../../../changes/freezes/index.ts'
import { ProjectTemplates } from '../../../changes/templates/index.ts'
import { ProjectActions } from '../../../outside/signals/index.ts'
import { t } from '../messages.ts'
import { ProjectError } from '../NoProject.tsx'
import { projectOverview } from '../queries.ts'
import { Access } from './Access.tsx'
import { ChangeRequests } from './ChangeRequests.tsx'
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
  'change-requests': { label: t('settings.changeRequests'), component: ChangeRequests },
  'release-templates': { label: t('settings.templates'), component: ProjectTemplates },
  freezes: { label: t('settings.freezes'), component: ProjectFreezes },
  actions: { label: t('settings.actions'), component: ProjectActions },
} as const

/** Settings pages that need permissions; one of the listed ones is enough. */
const needed: Partial<Record<string, readonly Permission[]>> = {
  actions: ['UPDATE_PROJECT'],
  access: ['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_READ'],
  'api-access': ['READ_PROJECT_API_TOKEN'],
  'change-requests': ['PROJECT_CHANGE_REQUEST_READ', 'PROJECT_CHANGE_REQUEST_WRITE', 'UPDATE_PROJECT'],
}

const isPlace = (place: string): place is keyof typeof places => Object.hasOwn(places, place)

export function ProjectSettings() {
  const { projectId, place } = useParams({ from: '/projects/$projectId/settings/$place' })
  const { data, error, refetch } = useQuery(projectOverview(projectId))
  const { permissions } = useSuspenseQuery(me).data
  const mayOpen = (key: string) =>
    needed[key]?.some((permission) => holds(permissions, permission, { project: projectId })) ?? true
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
        places={Object.entries(places)
          .filter(([key]) => key === place || mayOpen(key))
          .map(([key, { label }]) => ({ to: `${base}/settings/${key}`, label }))}
        current={`${base}/settings/${place}`}
      >
        {data ? <Place key={projectId} id={projectId} project={data} /> : <LoadingCards cards={[4, 3]} />}
      </SettingsPage>
    </AskProvider>
  )
}
