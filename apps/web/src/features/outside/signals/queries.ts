import type { ActionSet, CreateActions, TryActions } from '@flagstaff/contract/actions'
import type { CreateSignalEndpoint, SignalEndpoint, SignalEndpointToken } from '@flagstaff/contract/signals'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

export const endpointList = queryOptions({
  queryKey: ['signal', 'endpoints'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/signal-endpoints', {}, signal)).signalEndpoints,
})

/** Read again every few seconds: signals are no changes that the page hears of. */
export const signalList = (id: number) =>
  queryOptions({
    queryKey: ['signal', 'received', id],
    queryFn: ({ signal }) =>
      get(
        'GET /api/admin/signal-endpoints/:signalEndpointId/signals',
        { params: { signalEndpointId: id }, query: { limit: 100 } },
        signal,
      ),
    refetchInterval: 5_000,
  })

export const setList = (project: string) =>
  queryOptions({
    queryKey: ['signal', 'sets', project],
    queryFn: async ({ signal }) =>
      (await get('GET /api/admin/projects/:projectId/actions', { params: { projectId: project } }, signal))
        .actions,
  })

export const setOptions = (project: string) =>
  queryOptions({
    queryKey: ['signal', 'options', project],
    queryFn: ({ signal }) =>
      get('GET /api/admin/projects/:projectId/actions/options', { params: { projectId: project } }, signal),
  })

export const setConfig = (project: string) =>
  queryOptions({
    queryKey: ['signal', 'config', project],
    queryFn: ({ signal }) =>
      get('GET /api/admin/projects/:projectId/actions/config', { params: { projectId: project } }, signal),
  })

export const runList = (project: string, id: number) =>
  queryOptions({
    queryKey: ['signal', 'runs', project, id],
    queryFn: async ({ signal }) =>
      (
        await get(
          'GET /api/admin/projects/:projectId/actions/:id/events',
          { params: { projectId: project, id }, query: { limit: 100 } },
          signal,
        )
      ).actionSetEvents,
    refetchInterval: 5_000,
  })

const refresh = [['signal']]

export type NewEndpoint = { endpoint: SignalEndpoint; token: string }

/** An endpoint is of no use without a token, so it gets one at once. */
export const useCreateEndpoint = () =>
  useChange<CreateSignalEndpoint, NewEndpoint>({
    run: async (body) => {
      const made = await send('POST /api/admin/signal-endpoints', { body })
      const { data } = await send('POST /api/admin/signal-endpoints/:signalEndpointId/tokens', {
        params: { signalEndpointId: made.data.id },
        body: { name: t('make.token') },
      })
      return { ...made, undo: undefined, data: { endpoint: made.data, token: data.token } }
    },
    refresh,
  })

export const useSwitchEndpoint = () =>
  useChange<{ endpoint: SignalEndpoint; on: boolean }>({
    run: ({ endpoint: { id }, on }) =>
      send(on ? 'POST /api/admin/signal-endpoints/:id/on' : 'POST /api/admin/signal-endpoints/:id/off', {
        params: { id },
      }),
    refresh,
    done: ({ endpoint: { name }, on }) => t(on ? 'endpoints.on' : 'endpoints.off', { name }),
    toastErrors: true,
  })

export const useDeleteEndpoint = () =>
  useChange<SignalEndpoint>({
    run: ({ id }) => send('DELETE /api/admin/signal-endpoints/:id', { params: { id } }),
    refresh,
    done: ({ name }) => t('endpoints.deleted', { name }),
  })

export const useCreateToken = (endpoint: number) =>
  useChange<string, SignalEndpointToken & { token: string }>({
    run: (name) =>
      send('POST /api/admin/signal-endpoints/:signalEndpointId/tokens', {
        params: { signalEndpointId: endpoint },
        body: { name },
      }),
    refresh,
  })

export const useRevokeToken = () =>
  useChange<SignalEndpointToken>({
    run: ({ signalEndpointId, id }) =>
      send('DELETE /api/admin/signal-endpoints/:signalEndpointId/tokens/:id', {
        params: { signalEndpointId, id },
      }),
    refresh,
    done: ({ name }) => t('token.revoked', { name }),
  })

export const useSaveSet = (project: string) =>
  useChange<{ body: CreateActions; id?: number | undefined; version?: number | undefined }, ActionSet>({
    run: ({ body, id, version }) =>
      id === undefined
        ? send('POST /api/admin/projects/:projectId/actions', { params: { projectId: project }, body })
        : send(
            'PUT /api/admin/projects/:projectId/actions/:id',
            { params: { projectId: project, id }, body },
            { version },
          ),
    refresh,
    done: ({ body: { name }, id }) => t(id === undefined ? 'form.created' : 'form.saved', { name }),
  })

export const useSwitchSet = () =>
  useChange<{ set: ActionSet; on: boolean }>({
    run: ({ set: { project, id }, on }) =>
      send(
        on
          ? 'POST /api/admin/projects/:projectId/actions/:id/on'
          : 'POST /api/admin/projects/:projectId/actions/:id/off',
        { params: { projectId: project, id } },
      ),
    refresh,
    done: ({ set: { name }, on }) => t(on ? 'sets.on' : 'sets.off', { name }),
    toastErrors: true,
  })

export const useDeleteSet = () =>
  useChange<ActionSet>({
    run: ({ project, id }) =>
      send('DELETE /api/admin/projects/:projectId/actions/:id', { params: { projectId: project, id } }),
    refresh,
    done: ({ name }) => t('sets.deleted', { name }),
    toastErrors: true,
  })

export const useTry = (project: string) =>
  useMutation({
    mutationFn: async (body: TryActions) =>
      (
        await send('POST /api/admin/projects/:projectId/actions/try', {
          params: { projectId: project },
          body,
        })
      ).data,
  })
