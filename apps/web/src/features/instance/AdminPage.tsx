import type { ReactNode } from 'react'
import { useMayOpen } from '../../lib/places.ts'
import { SettingsPage } from '../../ui/Settings.tsx'
import { t } from './messages.ts'

const places = () => [
  { to: '/admin', label: t('admin.overview') },
  { to: '/admin/users', label: t('admin.users'), group: t('admin.people') },
  { to: '/admin/groups', label: t('admin.groups') },
  { to: '/admin/roles', label: t('admin.roles') },
  { to: '/admin/service-accounts', label: t('admin.service') },
  { to: '/admin/sessions', label: t('admin.sessions') },
  { to: '/admin/logins', label: t('admin.logins') },
  { to: '/admin/api', label: t('admin.tokens'), group: t('admin.access') },
  { to: '/admin/cors', label: t('admin.cors') },
  { to: '/admin/auth/oidc', label: t('admin.oidc'), group: t('admin.signIn') },
  { to: '/admin/auth/saml', label: t('admin.saml') },
  { to: '/admin/auth/password', label: t('admin.password') },
  { to: '/admin/auth/scim', label: t('admin.scim') },
  { to: '/admin/maintenance', label: t('admin.maintenance'), group: t('admin.instance') },
  { to: '/admin/edges', label: t('admin.edges') },
]

/** Every page of the administration stands beside the same list of places. */
export function AdminPage({ current, children }: { current: string; children: ReactNode }) {
  const mayOpen = useMayOpen()
  const open = places().filter(({ to }) => to === current || mayOpen(to))
  return (
    <SettingsPage label={t('admin.title')} places={open} current={current}>
      {children}
    </SettingsPage>
  )
}
