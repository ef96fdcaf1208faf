import type { CreateFeatureStrategy } from '@flagstaff/contract/flags'
import type {
  CreateProject,
  Project,
  ProjectCreated,
  UpdateProject,
  UpdateProjectEnterpriseSettings,
} from '@flagstaff/contract/projects'
import type { ApiToken, CreateProjectApiToken } from '@flagstaff/contract/tokens'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { projectList } from '../../../lib/projects.ts'
import { t } from './messages.ts'

export const archivedProjects = queryOptions({
  queryKey: ['project', 'list', 'archived'],
  queryFn: async ({ signal }) =>
    (await get('GET /api/admin/projects', { query: { archived: true } }, signal)).projects,
})
export const projectOverview = (id: string) =>
  queryOptions({
    queryKey: ['project', id, 'overview'],
    queryFn: ({ signal }) =>
      get('GET /api/admin/projects/:projectId/overview', { params: { projectId: id } }, signal),
  })
export const projectAccess = (id: string) =>
  queryOptions({
    queryKey: ['project', id, 'access'],
    queryFn: ({ signal }) =>
      get('GET /api/admin/projects/:projectId/access', { params: { projectId: id } }, signal),
  })

export const projectTokens = (id: string) =>
  queryOptions({
    queryKey: ['token', 'list', id],
    queryFn: async ({ signal }) =>
      (await get('GET /api/admin/projects/:projectId/api-tokens', { params: { projectId: id } }, signal))
        .tokens,
  })
/** All users and groups that can be given a role. */
export const holderChoices = queryOptions({
  queryKey: ['user', 'list', 'holders'],
  queryFn: ({ signal }) => get('GET /api/admin/user-admin/access', {}, signal),
})

/** Fails with the reason if the id is invalid or taken. */
export const projectIdCheck = (id: string) =>
  queryOptions({
    // Outside ['project']: creating the project must not validate its id again.
    queryKey: ['project-id', id],
    queryFn: async ({ signal }) => {
      await send('POST /api/admin/projects/validate', { body: { id } }, { signal })
      return true
    },
    retry: false,
    gcTime: 0,
  })

const refresh = [['project']] as const

export const useCreateProject = () =>
  useChange<CreateProject, ProjectCreated>({
    run: (project) => send('POST /api/admin/projects', { body: project }),
    refresh,
    done: ({ name }) => t('create.done', { name }),
  })

type Named = { id: string; name: string }

export const useSaveProject = () =>
  useChange<UpdateProject & { id: string; version: number | undefined }>({
    run: ({ id, version, ...project }) =>
      send('PUT /api/admin/projects/:projectId', { params: { projectId: id }, body: project }, { version }),
    refresh,
    done: ({ name }) => t('settings.saved', { name }),
  })

export const useSaveProjectSettings = () =>
  useChange<Named & { version?: number | undefined; settings: UpdateProjectEnterpriseSettings }>({
    run: ({ id, version, settings }) =>
      send(
        'PUT /api/admin/projects/:projectId/settings',
        { params: { projectId: id }, body: settings },
        { version },
      ),
    refresh,
    done: ({ name }) => t('settings.saved', { name }),
  })

/** Optimistic update: only the user's own navigation depends on it. */
export const useStarProject = () =>
  useChange<Project>({
    toastErrors: true,
    run: ({ id, favorite }) =>
      favorite
        ? send('DELETE /api/admin/projects/:projectId/favorites', { params: { projectId: id } })
        : send('POST /api/admin/projects/:projectId/favorites', { params: { projectId: id } }),
    refresh,
    optimistic: (cache, { id }) => {
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
    toastErrors: true,
    run: ({ id }) => send('POST /api/admin/projects/archive/:projectId', { params: { projectId: id } }),
    refresh,
    done: ({ name }) => t('archive.archived', { name }),
  })

export const useReviveProject = () =>
  useChange<Named>({
    toastErrors: true,
    run: ({ id }) => send('POST /api/admin/projects/revive/:projectId', { params: { projectId: id } }),
    refresh,
    done: ({ name }) => t('archive.revived', { name }),
  })

export const useDeleteProject = () =>
  useChange<Named>({
    toastErrors: true,
    run: ({ id }) => send('DELETE /api/admin/projects/:projectId', { params: { projectId: id } }),
    refresh: [['project'], ['flag', 'list'], ['token']],
    done: ({ name }) => t('archive.deleted', { name }),
  })

type Place = Named & { environment: string }

export const useAddEnvironment = () =>
  useChange<Place>({
    toastErrors: true,
    run: ({ id, environment }) =>
      send('POST /api/admin/projects/:projectId/environments', {
        params: { projectId: id },
        body: { environment },
      }),
    refresh: [['project'], ['flag'], ['environment']],
    done: ({ name, environment }) => t('env.added', { name, environment }),
  })

export const useRemoveEnvironment = () =>
  useChange<Place>({
    toastErrors: true,
    run: ({ id, environment }) =>
      send('DELETE /api/admin/projects/:projectId/environments/:environment', {
        params: { projectId: id, environment },
      }),
    refresh: [['project'], ['flag'], ['environment']],
    done: ({ name, environment }) => t('env.removed', { name, environment }),
  })

export const useSaveDefaultRule = () =>
  useChange<Place & { strategy: CreateFeatureStrategy }>({
    run: ({ id, environment, strategy }) =>
      send('POST /api/admin/projects/:projectId/environments/:environment/default-strategy', {
        params: { projectId: id, environment },
        body: strategy,
      }),
    refresh,
    done: ({ environment }) => t('default.saved', { environment }),
  })

/** A user or a group in a project. */
type Member = { project: string; kind: 'user' | 'group'; id: number; name: string }

export const useGiveAccess = () =>
  useChange<Member & { role: number }>({
    run: ({ project, kind, id, role }) =>
      send('POST /api/admin/projects/:projectId/access', {
        params: { projectId: project },
        body: {
          users: kind === 'user' ? [id] : [],
          groups: kind === 'group' ? [id] : [],
          roles: [role],
        },
      }),
    refresh,
    done: ({ name }) => t('access.given', { name }),
  })

export const useSetRoles = () =>
  useChange<Member & { roles: number[] }>({
    toastErrors: true,
    run: ({ project, kind, id, roles }) =>
      kind === 'user'
        ? send('PUT /api/admin/projects/:projectId/users/:userId/roles', {
            params: { projectId: project, userId: id },
            body: { roles },
          })
        : send('PUT /api/admin/projects/:projectId/groups/:groupId/roles', {
            params: { projectId: project, groupId: id },
            body: { roles },
          }),
    refresh,
    done: ({ name }) => t('access.set', { name }),
  })

export const useTakeAccess = () =>
  useChange<Member>({
    toastErrors: true,
    run: ({ project, kind, id }) =>
      kind === 'user'
        ? send('DELETE /api/admin/projects/:projectId/users/:userId/roles', {
            params: { projectId: project, userId: id },
          })
        : send('DELETE /api/admin/projects/:projectId/groups/:groupId/roles', {
            params: { projectId: project, groupId: id },
          }),
    refresh,
    done: ({ name }) => t('access.removed', { name }),
  })

export const useCreateToken = () =>
  useChange<CreateProjectApiToken & { project: string }, ApiToken>({
    run: ({ project, ...token }) =>
      send('POST /api/admin/projects/:projectId/api-tokens', { params: { projectId: project }, body: token }),
    refresh: [['token']],
    done: ({ tokenName }) => t('tokens.createdToast', { name: tokenName }),
  })

export const useDeleteToken = () =>
  useChange<ApiToken & { owner: string }>({
    toastErrors: true,
    run: ({ owner, id, secret }) =>
      send('DELETE /api/admin/projects/:projectId/api-tokens/:token', {
        params: { projectId: owner, token: id ?? secret ?? '' },
      }),
    refresh: [['token']],
    done: ({ tokenName }) => t('tokens.deleted', { name: tokenName }),
  })
