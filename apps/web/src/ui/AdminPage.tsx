import type { ReactNode } from 'react'
import { useMayOpen } from '../lib/places.ts'
import { t } from '../messages/admin.ts'
import { SettingsPage, type SettingsPlace } from './Settings.tsx'

const inGroup = (group: string, places: SettingsPlace[]) => places.map((place) => ({ ...place, group }))

const places = (): SettingsPlace[] => [
  { to: '/admin', label: t('admin.overview') },
  ...inGroup(t('admin.people'), [
    { to: '/admin/users', label: t('admin.users') },
    { to: '/admin/groups', label: t('admin.groups') },
    { to: '/admin/roles', label: t('admin.roles') },
    { to: '/admin/service-accounts', label: t('admin.service') },
    { to: '/admin/sessions', label: t('admin.sessions') },
    { to: '/admin/logins', label: t('admin.logins') },
    { to: '/admin/access-report', label: t('admin.accessReport') },
  ]),
  ...inGroup(t('admin.access'), [
    { to: '/admin/api', label: t('admin.tokens') },
    { to: '/admin/cors', label: t('admin.cors') },
    { to: '/admin/mcp', label: t('admin.mcp') },
  ]),
  ...inGroup(t('admin.signIn'), [
    { to: '/admin/auth/oidc', label: t('admin.oidc') },
    { to: '/admin/auth/saml', label: t('admin.saml') },
    { to: '/admin/auth/password', label: t('admin.password') },
    { to: '/admin/auth/scim', label: t('admin.scim') },
  ]),
  ...inGroup(t('admin.instance'), [
    { to: '/admin/banners', label: t('admin.banners') },
    { to: '/admin/doctor', label: t('admin.doctor') },
    { to: '/admin/event-log', label: t('admin.eventLog') },
    { to: '/admin/maintenance', label: t('admin.maintenance') },
    { to: '/admin/statistics', label: t('admin.statistics') },
    { to: '/admin/sample', label: t('admin.sample') },
    { to: '/admin/network', label: t('admin.network') },
    { to: '/admin/edges', label: t('admin.edges') },
    { to: '/admin/impact-metrics', label: t('admin.impact') },
    { to: '/admin/move', label: t('admin.move') },
  ]),
]

/** The layout of the administration pages, with their navigation. */
export function AdminPage({ current, children }: { current: string; children: ReactNode }) {
  const mayOpen = useMayOpen()
  const open = places().filter(({ to }) => to === current || mayOpen(to))
  return (
    <SettingsPage label={t('admin.title')} places={open} current={current}>
      {children}
    </SettingsPage>
  )
}
