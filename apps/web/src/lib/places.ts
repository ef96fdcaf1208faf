import type { Permission } from '@flagstaff/contract/permissions'
import { useSuspenseQuery } from '@tanstack/react-query'
import { holds, me } from './session.ts'

/** Pages that need permissions; one of the listed ones is enough. */
const needed: Readonly<Record<string, readonly Permission[]>> = {
  '/admin/users': ['ADMIN'],
  '/admin/roles': ['READ_ROLE'],
  '/admin/service-accounts': ['ADMIN'],
  '/admin/sessions': ['ADMIN'],
  '/admin/logins': ['READ_LOGS'],
  '/admin/access-report': ['ADMIN'],
  '/admin/api': ['READ_CLIENT_API_TOKEN', 'READ_FRONTEND_API_TOKEN'],
  '/admin/cors': ['UPDATE_CORS'],
  '/admin/mcp': ['ADMIN'],
  '/admin/auth/oidc': ['UPDATE_AUTH_CONFIGURATION'],
  '/admin/auth/saml': ['UPDATE_AUTH_CONFIGURATION'],
  '/admin/auth/password': ['UPDATE_AUTH_CONFIGURATION'],
  '/admin/auth/scim': ['UPDATE_AUTH_CONFIGURATION'],
  '/admin/banners': ['UPDATE_INSTANCE_BANNERS'],
  '/admin/doctor': ['ADMIN'],
  '/admin/event-log': ['ADMIN'],
  '/admin/maintenance': ['UPDATE_MAINTENANCE_MODE'],
  '/admin/statistics': ['ADMIN'],
  '/admin/impact-metrics': ['ADMIN'],
  '/admin/move': ['ADMIN'],
  '/admin/network': ['ADMIN'],
  '/admin/sample': ['ADMIN'],
}
/** Reading roles alone does not make a user an administrator. */
const administration = [...new Set(Object.values(needed).flat())].filter((one) => one !== 'READ_ROLE')

/** Whether the user can open a page; links to other pages are hidden. */
export function useMayOpen(): (path: string) => boolean {
  const { permissions } = useSuspenseQuery(me).data
  return (path) => {
    const wanted = path === '/admin' ? administration : needed[path]
    return !wanted || wanted.some((permission) => holds(permissions, permission, {}))
  }
}
