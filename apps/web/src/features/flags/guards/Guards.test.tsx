import type { WatchedGuard } from '@flagstaff/contract/guards'
import type { ReleasePlan } from '@flagstaff/contract/release-plans'
import { beforeEach, expect, test } from 'vitest'
import { account } from '../../../testing/account.ts'
import { openPage } from '../../../testing/page.tsx'
import { answer, refuse, startServer } from '../../../testing/server.ts'
import { Guards } from './Guards.tsx'

const plan: ReleasePlan = {
  id: 'plan-1',
  discriminator: 'plan',
  name: 'Slow start',
  featureName: 'checkout',
  environment: 'production',
  createdByUserId: 1,
  createdAt: '2026-11-19T10:00:00Z',
  milestones: [],
  releasePlanTemplateId: '',
}
const environment = { name: 'production', type: 'production', enabled: true, strategies: [] }
const Page = () => (
  <Guards place={{ project: 'shop', flag: 'checkout' }} environment={environment} plan={plan} now={0} />
)
const path =
  'GET /api/admin/projects/shop/features/checkout/environments/production/release-plans/plan-1/guards'
const none = 'No guards. Milestones start on time alone.'
const answerNone = () => answer<{ guards: WatchedGuard[] }>({ guards: [] })

let server: ReturnType<typeof startServer>
beforeEach(() => {
  server = startServer({
    ...account(),
    [path]: answerNone,
  })
})
const open = async () => (await openPage('/guards', { '/guards': { component: Page } })).screen

test('guards that fail to load are not called none, and can be loaded again', async () => {
  server.handlers[path] = () => refuse('DatabaseUnavailableError', 'The database did not respond in time.')
  const screen = await open()
  const failure = screen.getByRole('alert')
  await expect.element(failure).toMatchTextContent(/^Guards couldn’t be loaded\./)
  await expect.element(failure).toMatchTextContent(/The database did not respond in time\./)
  await expect.element(screen.getByText(none)).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Add guard' })).not.toBeInTheDocument()
  server.handlers[path] = answerNone
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText(none)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Add guard' })).toBeVisible()
})

test('while guards are loading, nothing is said about them', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  server.handlers[path] = () => held.then(answerNone)
  const screen = await open()
  await expect.element(screen.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect.element(screen.getByText(none)).not.toBeInTheDocument()
  release()
  await expect.element(screen.getByText(none)).toBeVisible()
})
