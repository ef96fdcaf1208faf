import type { Environments } from '@flagstaff/contract/environments'
import type { UiConfig } from '@flagstaff/contract/instance'
import { environmentPermissions, type Permission } from '@flagstaff/contract/permissions'
import type { Me } from '@flagstaff/contract/users'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { t } from '../messages/en.ts'
import { read } from './api.ts'

export const me = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => read<Me>('/api/admin/user', signal),
})
export const uiConfig = queryOptions({
  queryKey: ['setting', 'ui-config'],
  queryFn: ({ signal }) => read<UiConfig>('/api/admin/ui-config', signal),
})
export const environmentList = queryOptions({
  queryKey: ['environment', 'list'],
  queryFn: async ({ signal }) => (await read<Environments>('/api/admin/environments', signal)).environments,
})

type Place = { project?: string | undefined; environment?: string | undefined }

/** Whether the permission is held there; the same rule as the server's, which has the last word. */
export function holds(
  permissions: Me['permissions'],
  wanted: Permission,
  { project, environment }: Place,
): boolean {
  return permissions.some((grant) => {
    if (grant.permission === 'ADMIN') return true
    if (grant.permission !== wanted) return false
    const here = !grant.project || grant.project === '*' || grant.project === project
    const inside = !grant.environment || grant.environment === '*' || grant.environment === environment
    return here && (!(wanted in environmentPermissions) || inside)
  })
}

/** Undefined when it may be done; otherwise the sentence that says what is missing. */
export type Refusal = string | undefined

export function useCan(wanted: Permission | readonly Permission[], place: Place = {}): Refusal {
  return useRefusals()(wanted, place)
}

/** The same for many places at once, such as the rows of a table. */
export function useRefusals() {
  const { permissions } = useSuspenseQuery(me).data
  const { maintenanceMode = false } = useSuspenseQuery(uiConfig).data
  return useCallback(
    (wanted: Permission | readonly Permission[], place: Place): Refusal => {
      const list = typeof wanted === 'string' ? [wanted] : wanted
      // Only the end of it is still in somebody's hands.
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
