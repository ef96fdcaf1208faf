import type { Permission } from '@flagstaff/contract/permissions'
import { holds, type Scope } from '@flagstaff/rules/permissions'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { t } from '../messages/en.ts'
import { get } from './api.ts'

export { holds }

export const me = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => get('GET /api/admin/user', {}, signal),
})
export const uiConfig = queryOptions({
  queryKey: ['setting', 'ui-config'],
  queryFn: ({ signal }) => get('GET /api/admin/ui-config', {}, signal),
})
export const environmentList = queryOptions({
  queryKey: ['environment', 'list'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/environments', {}, signal)).environments,
})

/** Undefined if the action is allowed; otherwise a message with the missing permission. */
export type Refusal = string | undefined

export function useCan(wanted: Permission | readonly Permission[], place: Scope = {}): Refusal {
  return useRefusals()(wanted, place)
}

/** Like `useCan`, for many places at once, such as the rows of a table. */
export function useRefusals() {
  const { permissions } = useSuspenseQuery(me).data
  const { maintenanceMode = false } = useSuspenseQuery(uiConfig).data
  return useCallback(
    (wanted: Permission | readonly Permission[], place: Scope): Refusal => {
      const list = typeof wanted === 'string' ? [wanted] : wanted
      // In maintenance mode, only turning it off is allowed.
      if (maintenanceMode && !list.includes('UPDATE_MAINTENANCE_MODE')) return t('can.maintenance')
      if (list.some((one) => holds(permissions, one, place))) return undefined
      const where = [
        place.project && t('can.inProject', { project: place.project }),
        place.environment && t('can.inEnvironment', { environment: place.environment }),
      ]
      const at = where.filter(Boolean).join('')
      return list.includes('ADMIN')
        ? t('can.notAdmin')
        : t('can.not', { permission: list.join(' / '), place: at })
    },
    [permissions, maintenanceMode],
  )
}
