import type {
  CreateServiceAccount,
  ServiceAccount,
  UpdateServiceAccount,
} from '@flagstaff/contract/service-accounts'
import type { CreatePat, Pat } from '@flagstaff/contract/tokens'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

const refresh = [['service']]

export const serviceAccounts = queryOptions({
  queryKey: ['service', 'list'],
  queryFn: ({ signal }) => get('GET /api/admin/service-account', {}, signal),
})

export const useCreateAccount = () =>
  useChange<CreateServiceAccount, ServiceAccount>({
    run: (account) => send('POST /api/admin/service-account', { body: account }),
    refresh,
    done: ({ name }) => t('service.created', { name }),
  })

export const useUpdateAccount = () =>
  useChange<{ id: number; change: UpdateServiceAccount; version: number | undefined }, ServiceAccount>({
    run: ({ id, change, version }) =>
      send('PUT /api/admin/service-account/:id', { params: { id }, body: change }, { version }),
    refresh,
    done: (_input, { name = '' }) => t('service.saved', { name }),
  })

export const useDeleteAccount = () =>
  useChange<ServiceAccount>({
    run: ({ id }) => send('DELETE /api/admin/service-account/:id', { params: { id } }),
    refresh,
    done: ({ name = '' }) => t('service.deleted', { name }),
    toastErrors: true,
  })

/** The response contains the secret, which is never shown again. */
export const useCreateServiceToken = (id: number) =>
  useChange<CreatePat, Pat>({
    run: (token) => send('POST /api/admin/service-account/:id/token', { params: { id }, body: token }),
    refresh,
  })

export const useDeleteServiceToken = (id: number) =>
  useChange<Pat>({
    run: (token) =>
      send('DELETE /api/admin/service-account/:id/token/:tokenId', { params: { id, tokenId: token.id } }),
    refresh,
    done: ({ description }) => t('service.tokenDeleted', { name: description }),
    toastErrors: true,
  })
