import type { ChangeRequest } from '@flagstaff/contract/requests'
import { expect, test } from 'vitest'
import { account } from '../../../testing/account.ts'
import { openPage } from '../../../testing/page.tsx'
import { emptyDraft } from '../../../testing/request.ts'
import { startServer } from '../../../testing/server.ts'
import { RequestNotes } from './RequestNotes.tsx'

const other = { id: 2, username: 'ida', imageUrl: null }
const { createdAt } = emptyDraft
const turnsOn = { id: 1, action: 'updateEnabled', payload: { enabled: true }, createdBy: other, createdAt }
const request: ChangeRequest = {
  ...emptyDraft,
  title: 'Open the shop',
  createdBy: other,
  features: [{ name: 'checkout', changes: [turnsOn] }],
}
let shown = request
const Page = () => <RequestNotes requests={[shown]} flag="checkout" environment="production" />
const show = async (more: Partial<ChangeRequest>) => {
  startServer({ ...account() })
  shown = { ...request, ...more }
  return (await openPage('/notes', { '/notes': { component: Page } })).screen
}

test.each([
  ['In review', 'In review, will be turned on'],
  ['Approved', 'Approved, not applied yet, will be turned on'],
  ['Draft', 'Draft, not sent for review yet, will be turned on'],
] as const)('what others ask for in the state %s is shown with that state', async (state, text) => {
  const screen = await show({ state })
  await expect
    .element(screen.getByRole('link', { name: 'ida asks for a change: Open the shop' }))
    .toBeVisible()
  await expect.element(screen.getByText(text)).toBeVisible()
})

test('a suspended schedule is shown as one', async () => {
  const schedule = {
    scheduledAt: '2099-01-01T00:00:00.000Z',
    status: 'suspended' as const,
    reason: 'Changed.',
  }
  const screen = await show({ state: 'Scheduled', schedule })
  await expect.element(screen.getByRole('link', { name: 'Schedule suspended: Open the shop' })).toBeVisible()
})
