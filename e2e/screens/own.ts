import { button, type Screen } from './screen.ts'

/** Screens of the user's own account. */
export const ownScreens: readonly Screen[] = [
  { path: '/personal' },
  { path: '/profile' },
  {
    path: '/profile/change-password',
    opens: { typed: (page) => page.getByRole('textbox', { name: 'New password' }).fill('Half-done') },
  },
  { path: '/profile/personal-api-tokens', opens: { 'new token': button('New personal token') } },
  { path: '/profile/sessions' },
  { path: '/profile/notifications' },
  { path: '/notifications' },
  { path: '/no-such-page' },
]
