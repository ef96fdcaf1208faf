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
  {
    path: '/device',
    opens: {
      'device waits': async (page) => {
        const answer = await page.request.post('/auth/device', { data: { host: 'anns-laptop' } })
        await page.getByRole('textbox', { name: 'Code' }).fill((await answer.json()).user_code)
        await page.getByRole('button', { name: 'Continue' }).click()
        await page.getByRole('button', { name: 'Approve device' }).waitFor()
      },
    },
  },
  { path: '/no-such-page' },
]
