import type { ScimSettings, ScimStatus, ScimToken } from '@flagstaff/contract/scim'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../lib/api.ts'
import { useChange } from '../../lib/change.ts'
import { t } from './messages.ts'

const settings = '/api/admin/scim-settings'
/** A request of the provider changes nothing that the live stream would tell of, so the page looks. */
const LOOK_EVERY_MS = 5_000

export const scimSettings = queryOptions({
  queryKey: ['setting', 'scim'],
  queryFn: ({ signal }) => read<ScimSettings>(settings, signal),
})

export const scimStatus = queryOptions({
  queryKey: ['setting', 'scim', 'status'],
  queryFn: ({ signal }) => read<ScimStatus>(`${settings}/status`, signal),
  refetchInterval: LOOK_EVERY_MS,
})

export const useSwitchScim = () =>
  useChange<boolean>({
    run: (enabled) => call('POST', settings, { enabled }),
    refresh: [['setting', 'scim']],
    done: (enabled) => t(enabled ? 'scim.nowOn' : 'scim.nowOff'),
    alone: true,
  })

/** The answer holds the token, which is nowhere else afterwards. */
export const useReplaceToken = () =>
  useChange<void, ScimToken>({
    run: () => call('POST', `${settings}/generate-new-token`),
    refresh: [['setting', 'scim']],
  })

export const useDeleteScimUsers = () =>
  useChange<void>({
    run: () => call('DELETE', '/api/admin/user-admin/scim-users'),
    refresh: [['setting', 'scim'], ['user']],
    done: () => t('danger.usersDone'),
  })

export const useDeleteScimGroups = () =>
  useChange<void>({
    run: () => call('DELETE', '/api/admin/groups/scim-groups'),
    refresh: [['setting', 'scim'], ['group']],
    done: () => t('danger.groupsDone'),
  })
