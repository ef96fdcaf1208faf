import type { ProjectAccess } from '@flagstaff/contract/access'
import type { CreateFeatureStrategy } from '@flagstaff/contract/flags'
import type {
  CreateProject,
  Project,
  ProjectCreated,
  ProjectOverview,
  Projects,
  UpdateProject,
  UpdateProjectEnterpriseSettings,
} from '@flagstaff/contract/projects'
import type { ApiToken, ApiTokens, CreateProjectApiToken } from '@flagstaff/contract/tokens'
import type { UsersGroupsBase } from '@flagstaff/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../lib/api.ts'
import { useChange } from '../../lib/change.ts'
import { t } from './messages.ts'

const admin = '/api/admin/projects'
const at = (id: string) => `${admin}/${encodeURIComponent(id)}`

export const projectList = queryOptions({
  queryKey: ['project', 'list'],
  queryFn: async ({ signal }) => (await read<Projects>(admin, signal)).projects,
})
export const archivedProjects = queryOptions({
  queryKey: ['project', 'list', 'archived'],
  queryFn: async ({ signal }) => (await read<Projects>(`${admin}?archived=true`, signal)).projects,
})
export const projectOverview = (id: string) =>
  queryOptions({
    queryKey: ['project', id, 'overview'],
    queryFn: ({ signal }) => read<ProjectOverview>(`${at(id)}/overview`, signal),
  })
export const projectAccess = (id: string) =>
  queryOptions({
    queryKey: ['project', id, 'access'],
    queryFn: ({ signal }) => read<ProjectAccess>(`${at(id)}/access`, signal),
  })

export const projectTokens = (id: string) =>
  queryOptions({
    queryKey: ['token', 'list', id],
    queryFn: async ({ signal }) => (await read<ApiTokens>(`${at(id)}/api-tokens`, signal)).tokens,
  })
/** Everybody and every group that could be given a role. */
export const holderChoices = queryOptions({
  queryKey: ['user', 'list', 'holders'],
  queryFn: ({ signal }) => read<UsersGroupsBase>('/api/admin/user-admin/access', signal),
})

/** Fails with the reason when the id cannot be taken. */
export const projectIdCheck = (id: string) =>
  queryOptions({
    queryKey: ['project', 'check', id],
    queryFn: async ({ signal }) => {
      await call('POST', `${admin}/validate`, { id }, { signal })
      return true
    },
    retry: false,
    gcTime: 0,
  })

const refresh = [['project']] as const

export const useCreateProject = () =>
  useChange<CreateProject, ProjectCreated>({
    run: (project) => call('POST', admin, project),
    refresh,
    done: ({ name }) => t('create.done', { name }),
  })

type Named = { id: string; name: string }

export const useSaveProject = () =>
  useChange<UpdateProject & { id: string; version: number | undefined }>({
    run: ({ id, version, ...project }) => call('PUT', at(id), project, { version }),
    refresh,
    done: ({ name }) => t('settings.saved', { name }),
  })

export const useSaveProjectSettings = () =>
  useChange<Named & { version?: number | undefined; settings: UpdateProjectEnterpriseSettings }>({
    run: ({ id, version, settings }) => call('PUT', `${at(id)}/settings`, settings, { version }),
    refresh,
    done: ({ name }) => t('settings.saved', { name }),
  })

/** The star moves at once: nothing but one's own navigation depends on it. */
export const useStarProject = () =>
  useChange<Project>({
    alone: true,
    run: ({ id, favorite }) => call(favorite ? 'DELETE' : 'POST', `${at(id)}/favorites`),
    refresh,
    paint: (cache, { id }) => {
      const { queryKey } = projectList
      const before = cache.getQueryData(queryKey)
      cache.setQueryData(queryKey, (list) =>
        list?.map((project) => (project.id === id ? { ...project, favorite: !project.favorite } : project)),
      )
      return () => cache.setQueryData(queryKey, before)
    },
  })

export const useArchiveProject = () =>
  useChange<Named>({
    alone: true,
    run: ({ id }) => call('POST', `${admin}/archive/${encodeURIComponent(id)}`),
    refresh,
    done: ({ name }) => t('archive.archived', { name }),
  })

export const useReviveProject = () =>
  useChange<Named>({
    alone: true,
    run: ({ id }) => call('POST', `${admin}/revive/${encodeURIComponent(id)}`),
    refresh,
    done: ({ name }) => t('archive.revived', { name }),
  })

export const useDeleteProject = () =>
  useChange<Named>({
    alone: true,
    run: ({ id }) => call('DELETE', at(id)),
    refresh: [['project'], ['flag', 'list'], ['token']],
    done: ({ name }) => t('archive.deleted', { name }),
  })

type Place = Named & { environment: string }

export const useAddEnvironment = () =>
  useChange<Place>({
    alone: true,
    run: ({ id, environment }) => call('POST', `${at(id)}/environments`, { environment }),
    refresh: [['project'], ['flag'], ['environment']],
    done: ({ name, environment }) => t('env.added', { name, environment }),
  })

export const useRemoveEnvironment = () =>
  useChange<Place>({
    alone: true,
    run: ({ id, environment }) => call('DELETE', `${at(id)}/environments/${encodeURIComponent(environment)}`),
    refresh: [['project'], ['flag'], ['environment']],
    done: ({ name, environment }) => t('env.removed', { name, environment }),
  })

export const useSaveDefaultRule = () =>
  useChange<Place & { strategy: CreateFeatureStrategy }>({
    run: ({ id, environment, strategy }) =>
      call('POST', `${at(id)}/environments/${encodeURIComponent(environment)}/default-strategy`, strategy),
    refresh,
    done: ({ environment }) => t('default.saved', { environment }),
  })

/** A person or a group, in a project. */
type Member = { project: string; kind: 'user' | 'group'; id: number; name: string }
const rolesAt = ({ project, kind, id }: Member) => `${at(project)}/${kind}s/${id}/roles`

export const useGiveAccess = () =>
  useChange<Member & { role: number }>({
    run: ({ project, kind, id, role }) =>
      call('POST', `${at(project)}/access`, {
        users: kind === 'user' ? [id] : [],
        groups: kind === 'group' ? [id] : [],
        roles: [role],
      }),
    refresh,
    done: ({ name }) => t('access.given', { name }),
  })

export const useSetRoles = () =>
  useChange<Member & { roles: number[] }>({
    alone: true,
    run: ({ roles, ...member }) => call('PUT', rolesAt(member), { roles }),
    refresh,
    done: ({ name }) => t('access.set', { name }),
  })

export const useTakeAccess = () =>
  useChange<Member>({
    alone: true,
    run: (member) => call('DELETE', rolesAt(member)),
    refresh,
    done: ({ name }) => t('access.removed', { name }),
  })

export const useCreateToken = () =>
  useChange<CreateProjectApiToken & { project: string }, ApiToken>({
    run: ({ project, ...token }) => call('POST', `${at(project)}/api-tokens`, token),
    refresh: [['token']],
    done: ({ tokenName }) => t('tokens.createdToast', { name: tokenName }),
  })

export const useDeleteToken = () =>
  useChange<ApiToken & { owner: string }>({
    alone: true,
    run: ({ owner, id, secret }) =>
      call('DELETE', `${at(owner)}/api-tokens/${encodeURIComponent(id ?? secret ?? '')}`),
    refresh: [['token']],
    done: ({ tokenName }) => t('tokens.deleted', { name: tokenName }),
  })
