import type { Addon, TryAddon, UpsertAddon } from '@flagstaff/contract/integrations'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

export const integrationList = queryOptions({
  queryKey: ['integration', 'list'],
  queryFn: ({ signal }) => get('GET /api/admin/addons', {}, signal),
})

/** Read again every few seconds: deliveries are no changes that the page hears of. */
export const integrationStates = queryOptions({
  queryKey: ['integration', 'states'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/addons/states', {}, signal)).states,
  refetchInterval: 5_000,
})

export const deliveryList = (id: number) =>
  queryOptions({
    queryKey: ['integration', 'deliveries', id],
    queryFn: async ({ signal }) =>
      (await get('GET /api/admin/addons/:id/events', { params: { id }, query: { limit: 100 } }, signal))
        .integrationEvents,
    refetchInterval: 5_000,
  })

/** `text` is a `TryAddon` as JSON. */
export const preview = (text: string) =>
  queryOptions({
    queryKey: ['integration', 'preview', text],
    queryFn: async () =>
      (await send('POST /api/admin/addons/preview', { body: JSON.parse(text) as TryAddon })).data,
    retry: false,
    placeholderData: (before) => before,
  })

const refresh = [['integration']]
export const nameOf = ({ description, provider }: Pick<Addon, 'description' | 'provider'>) =>
  description || provider

export const useSaveIntegration = () =>
  useChange<{ body: UpsertAddon; id?: number | undefined }, Addon>({
    run: ({ body, id }) =>
      id === undefined
        ? send('POST /api/admin/addons', { body })
        : send('PUT /api/admin/addons/:id', { params: { id }, body }),
    refresh,
    done: ({ body, id }) =>
      id === undefined ? t('form.created') : t('form.saved', { name: body.description || body.provider }),
  })

export const useSwitchIntegration = () =>
  useChange<{ addon: Addon; on: boolean }>({
    run: ({ addon: { id, signingSecret: _, createdAt: _at, ...addon }, on }) =>
      send('PUT /api/admin/addons/:id', { params: { id }, body: { ...addon, enabled: on } }),
    refresh,
    done: ({ addon, on }) => t(on ? 'list.on' : 'list.off', { name: nameOf(addon) }),
    toastErrors: true,
  })

export const useDeleteIntegration = () =>
  useChange<Addon>({
    run: ({ id }) => send('DELETE /api/admin/addons/:id', { params: { id } }),
    refresh,
    done: (addon) => t('list.deleted', { name: nameOf(addon) }),
    toastErrors: true,
  })

export const useTest = () =>
  useMutation({
    mutationFn: async (body: TryAddon) => (await send('POST /api/admin/addons/test', { body })).data,
  })

export const useResend = (id: number) =>
  useChange<number, { ok: boolean; status: number | null; error: string | null }>({
    run: (delivery) =>
      send('POST /api/admin/addons/:id/events/:delivery/resend', { params: { id, delivery } }),
    refresh,
    done: (_delivery, { ok, status }) => (ok ? t('log.resent', { status: status ?? '' }) : undefined),
    warning: (_delivery, { ok, error }) => (ok ? undefined : t('log.resendFailed', { error: error ?? '' })),
    toastErrors: true,
  })

export const useSkip = (id: number) =>
  useChange<void>({
    run: () => send('POST /api/admin/addons/:id/skip', { params: { id } }),
    refresh,
    done: () => t('log.skipped'),
    toastErrors: true,
  })

export const useReplay = (id: number) =>
  useChange<{ from: number; to: number }, { events: number }>({
    run: (body) => send('POST /api/admin/addons/:id/replay', { params: { id }, body }),
    refresh,
    done: (_range, { events }) => t('log.replayed', { count: events }),
  })

export const useReplaceSecret = (id: number) =>
  useChange<void, { secret: string }>({
    run: () => send('POST /api/admin/addons/:id/secret', { params: { id } }),
    refresh,
    toastErrors: true,
  })
