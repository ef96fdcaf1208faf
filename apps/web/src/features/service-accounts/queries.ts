import type {
  CreateServiceAccount,
  ServiceAccount,
  ServiceAccounts,
  UpdateServiceAccount,
} from '@flagstaff/contract/service-accounts'
import type { CreatePat, Pat } from '@flagstaff/contract/tokens'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../lib/api.ts'
import { useChange } from '../../lib/change.ts'
import { t } from './messages.ts'

const path = '/api/admin/service-account'
const refresh = [['service']]

export const serviceAccounts = queryOptions({
  queryKey: ['service', 'list'],
  queryFn: ({ signal }) => read<ServiceAccounts>(path, signal),
})

export const useCreateAccount = () =>
  useChange<CreateServiceAccount, ServiceAccount>({
    run: (account) => call('POST', path, account),
    refresh,
    done: ({ name }) => t('service.created', { name }),
  })

export const useUpdateAccount = () =>
  useChange<{ id: number; change: UpdateServiceAccount; version: number | undefined }, ServiceAccount>({
    run: ({ id, change, version }) => call('PUT', `${path}/${id}`, change, { version }),
    refresh,
    done: (_input, { name = '' }) => t('service.saved', { name }),
  })

export const useDeleteAccount = () =>
  useChange<ServiceAccount>({
    run: ({ id }) => call('DELETE', `${path}/${id}`),
    refresh,
    done: ({ name = '' }) => t('service.deleted', { name }),
    alone: true,
  })

/** The answer holds the secret, which is nowhere else afterwards. */
export const useCreateServiceToken = (id: number) =>
  useChange<CreatePat, Pat>({
    run: (token) => call('POST', `${path}/${id}/token`, token),
    refresh,
  })

export const useDeleteServiceToken = (id: number) =>
  useChange<Pat>({
    run: (token) => call('DELETE', `${path}/${id}/token/${token.id}`),
    refresh,
    done: ({ description }) => t('service.tokenDeleted', { name: description }),
    alone: true,
  })
