import type { Api, As } from './api.ts'
import type { People } from './people.ts'

// Reviews in production of the checkout, change requests in every state, and a freeze at weekends.

const project = '/projects/checkout'
const production = `${project}/environments/production/change-requests`

type Change = { action: string; feature: string; payload: object }
type Rule = { id: string; parameters: Record<string, string> }

const gradual = (percent: number) => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(percent), stickiness: 'default' },
})
const add = (feature: string, percent: number, constraints: object[] = []): Change[] => [
  { action: 'addStrategy', feature, payload: { ...gradual(percent), constraints } },
  { action: 'updateEnabled', feature, payload: { enabled: true } },
]

export async function seedRequests({ call }: Api, { ida, tomas, mei, jonas }: People) {
  await call('PUT', `${production}/config`, { changeRequestsEnabled: true, requiredApprovals: 1 })
  const requests = (await call('GET', `${project}/change-requests`)).body as { title: string }[]
  const titles = new Set(requests.map(({ title }) => title))

  type Move = (state: string, as: As, more?: object) => Promise<unknown>
  /** Sends changes to review. A later change of the same author belongs to the same request until it is decided. */
  async function request(
    title: string,
    author: As,
    changes: Change[],
    then: (move: Move, path: string) => unknown,
  ) {
    if (titles.has(title)) return
    const { id } = (await call('POST', production, changes, author)).body as { id: number }
    const path = `${project}/change-requests/${id}`
    const move: Move = (state, as, more) => call('PUT', `${path}/state`, { state, ...more }, as)
    await call('PUT', `${path}/title`, { title }, author)
    await move('In review', author)
    await then(move, path)
  }
  async function raise(feature: string, percent: number): Promise<Change[]> {
    const { body } = await call('GET', `${project}/features/${feature}/environments/production/strategies`)
    const [rule] = body as Rule[]
    if (!rule) return add(feature, percent)
    const parameters = { ...rule.parameters, rollout: String(percent) }
    return [{ action: 'updateStrategy', feature, payload: { ...rule, parameters } }]
  }

  await request(
    'Merge baskets for everyone',
    jonas,
    await raise('basket-merge-on-login', 100),
    async (move) => {
      await move('Approved', mei, { comment: 'No complaints at 90 % for a week.' })
      await move('Applied', jonas)
    },
  )
  await request('Split shipment prices', tomas, add('split-shipment-pricing', 100), (move) =>
    move('Rejected', jonas, { comment: 'Parcels without a price are missing in the total. Fix that first.' }),
  )
  const germany = [{ contextName: 'country', operator: 'IN', values: ['DE'] }]
  await request('New VAT rules in Germany', mei, add('tax-engine-eu-2027', 100, germany), async (move) => {
    await move('Approved', tomas)
    await move('Scheduled', mei, { scheduledAt: nextTuesday() })
  })
  await request('Address lookup for 80 %', jonas, await raise('address-autocomplete-v2', 80), (move) =>
    move('Approved', tomas),
  )
  await request('Two coupons for everyone', tomas, add('coupon-stacking', 100), (_move, path) =>
    call('POST', `${path}/comments`, { text: 'Do the two coupons of the loyalty app count as well?' }, mei),
  )
  await request('Try the account nudge', mei, add('guest-checkout-nudge', 20), (_move, path) =>
    call('POST', `${path}/comments`, { text: 'Support knows about it.' }, ida),
  )
}

const FREEZE = 'Weekends'

/** It comes last, so the demo is whole. */
export async function hasFreeze({ call }: Api): Promise<boolean> {
  return JSON.stringify((await call('GET', '/freezes')).body).includes(`"${FREEZE}"`)
}

/** Comes last: it could stop the changes above. */
export async function seedFreeze({ call }: Api) {
  await call('POST', '/freezes', {
    name: FREEZE,
    reason: 'Few people are there to help.',
    project: null,
    environments: ['production'],
    startsAt: null,
    endsAt: null,
    weekly: {
      timeZone: 'Europe/Oslo',
      windows: [{ from: { day: 6, time: '00:00' }, to: { day: 1, time: '06:00' } }],
    },
    breakGlass: true,
  })
}

function nextTuesday(): string {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() + ((9 - day.getUTCDay()) % 7 || 7))
  day.setUTCHours(9, 0, 0, 0)
  return day.toISOString()
}
