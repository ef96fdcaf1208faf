import type { ScimToken } from '@flagstaff/contract/scim'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

/** Poll: requests of the provider are not events, so the live stream does not report them. */
const LOOK_EVERY_MS = 5_000

export const scimSettings = queryOptions({
  queryKey: ['setting', 'scim'],
  queryFn: ({ signal }) => get('GET /api/admin/scim-settings', {}, signal),
})

export const scimStatus = queryOptions({
  queryKey: ['setting', 'scim', 'status'],
  queryFn: ({ signal }) => get('GET /api/admin/scim-settings/status', {}, signal),
  refetchInterval: LOOK_EVERY_MS,
})

export const useSwitchScim = () =>
  useChange<boolean>({
    run: (enabled) => send('POST /api/admin/scim-settings', { body: { enabled } }),
    refresh: [['setting', 'scim']],
    done: (enabled) => t(enabled ? 'scim.nowOn' : 'scim.nowOff'),
    toastErrors: true,
  })

/** The response contains the token, which is never shown again. */
export const useReplaceToken = () =>
  useChange<void, ScimToken>({
    run: () => send('POST /api/admin/scim-settings/generate-new-token', {}),
    refresh: [['setting', 'scim']],
  })

export const useDeleteScimUsers = () =>
  useChange<void>({
    run: () => send('DELETE /api/admin/user-admin/scim-users', {}),
    refresh: [['setting', 'scim'], ['user']],
    done: () => t('danger.usersDone'),
  })

export const useDeleteScimGroups = () =>
  useChange<void>({
    run: () => send('DELETE /api/admin/groups/scim-groups', {}),
    refresh: [['setting', 'scim'], ['group']],
    done: () => t('danger.groupsDone'),
  })
