import type { ReactNode } from 'react'
import { SettingsPage } from '../../../ui/Settings.tsx'
import { t } from './messages.ts'

const places = () => [
  { to: '/profile', label: t('profile.title') },
  { to: '/profile/notifications', label: t('profile.notifications') },
  { to: '/profile/change-password', label: t('profile.password') },
  { to: '/profile/personal-api-tokens', label: t('profile.tokens') },
  { to: '/profile/sessions', label: t('profile.sessions') },
]

export function ProfilePage({ current, children }: { current: string; children: ReactNode }) {
  return (
    <SettingsPage label={t('profile.title')} places={places()} current={current}>
      {children}
    </SettingsPage>
  )
}
