import type { Freeze, UpsertFreeze } from '@flagstaff/contract/freezes'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

export const freezeList = queryOptions({
  queryKey: ['freeze', 'list'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/freezes', {}, signal)).freezes,
})

type Saved = { freeze: UpsertFreeze; id?: number; version?: number | undefined }

/** Creates a freeze without an id, otherwise updates it; with a version, only if no other user has changed it. */
export const useSaveFreeze = () =>
  useChange<Saved>({
    run: ({ freeze, id, version }) =>
      id === undefined
        ? send('POST /api/admin/freezes', { body: freeze })
        : send('PUT /api/admin/freezes/:id', { params: { id }, body: freeze }, { version }),
    refresh: [['freeze']],
    done: ({ freeze }) => t('freezes.saved', { name: freeze.name }),
  })

export const useDeleteFreeze = () =>
  useChange<Freeze>({
    run: ({ id }) => send('DELETE /api/admin/freezes/:id', { params: { id } }),
    refresh: [['freeze']],
    done: ({ name }) => t('freezes.deleted', { name }),
    toastErrors: true,
  })
