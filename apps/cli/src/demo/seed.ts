import { type Api, openApi } from './api.ts'
import { type Flag, flags, is, type Rule } from './flags.ts'
import { seedIntegrations } from './integrations.ts'
import { type People, seedPeople } from './people.ts'
import { hasFreeze, seedFreeze, seedRequests } from './requests.ts'
import { seedMetrics, seedRollouts } from './rollouts.ts'
import { seedUsage } from './usage.ts'

const tags: [string, string, ...string[]][] = [
  [
    'team',
    'payments',
    'new-payment-form',
    'express-checkout-wallets',
    'klarna-pay-later-no',
    'invoice-for-business',
  ],
  ['team', 'risk', 'fraud-score-threshold', '3ds-fallback-redirect'],
  ['team', 'accounts', 'basket-merge-on-login', 'guest-checkout-nudge'],
  ['simple', 'clean-up', 'order-confirmation-react', 'legacy-voucher-endpoint'],
  ['simple', 'forms', 'address-autocomplete-v2', 'new-payment-form'],
  ['simple', 'tax', 'tax-engine-eu-2027'],
]

/**
 * Fills a running server with a believable small shop. Only the API is used, so everything it makes has its events and
 * is delivered. If it was interrupted, it goes on; a whole shop is left alone. Returns the number of flags made.
 */
export async function seedDemo(url: string, token: string): Promise<number> {
  const asToken = openApi(url, token)
  if (await hasFreeze(asToken)) return 0
  const people = await seedPeople(asToken)
  const api: Api = {
    ...asToken,
    call: (method, path, body, as = people.ida) => asToken.call(method, path, body, as),
  }
  await seedSetup(api)
  const made = await seedFlags(api, people)
  await seedRelations(api)
  await seedRollouts(api, people.mei)
  await seedMetrics(api, await seedUsage(api))
  await endFlags(api)
  await seedRequests(api, people)
  await seedIntegrations(api)
  await seedFreeze(api)
  return made
}

async function seedSetup({ call }: Api) {
  await call('POST', '/environments', { name: 'staging', type: 'preproduction', sortOrder: 1 })
  await call('PUT', '/environments/sort-order', { development: 1, staging: 2, production: 3 })
  for (const [name, description, values] of [
    ['country', 'Where the person lives', ['NO', 'SE', 'DK', 'FI', 'DE', 'NL']],
    ['plan', 'What they pay for', ['free', 'team', 'business', 'enterprise']],
    ['email', 'Address the account was made with', []],
    ['appVersion', 'Version of the app', []],
  ] as const) {
    await call('POST', '/context', { name, description, legalValues: values.map((value) => ({ value })) })
  }
  for (const [id, name] of [
    ['checkout', 'Checkout'],
    ['storefront', 'Storefront'],
    ['fulfilment', 'Fulfilment'],
  ]) {
    await call('POST', '/projects', { id, name, environments: ['development', 'staging', 'production'] })
  }
  for (const [name, description, constraint] of [
    ['payment-beta-testers', 'People who asked to try payments early', is('plan', 'business', 'enterprise')],
    ['verified-companies', 'Companies whose register entry was checked', is('plan', 'enterprise')],
    ['nordics', 'Norway, Sweden, Denmark and Finland', is('country', 'NO', 'SE', 'DK', 'FI')],
  ] as const) {
    await call('POST', '/segments', { name, description, constraints: [constraint] })
  }
}

type Found = { name: string; environments: { name: string; enabled: boolean }[] }

/** Flags that are not archived, by name. */
async function listFlags({ call }: Api, project: string): Promise<Map<string, Found>> {
  const { features } = (await call('GET', `/projects/${project}/features`)).body as { features: Found[] }
  return new Map(features.map((flag) => [flag.name, flag]))
}

async function seedFlags(api: Api, people: People): Promise<number> {
  const { call } = api
  const { segments } = (await call('GET', '/segments')).body as { segments: { id: number; name: string }[] }
  const idOf = new Map(segments.map(({ id, name }) => [name, id]))
  const toRule = (rule: Rule) => ({
    name: 'flexibleRollout',
    title: rule.title,
    parameters: { rollout: String(rule.rollout), stickiness: 'default' },
    constraints: rule.constraints ?? [],
    segments: (rule.segments ?? []).map((name) => idOf.get(name)),
    variants: (rule.variants ?? []).map(([name, weight]) => ({
      name,
      weight,
      weightType: 'variable',
      stickiness: 'default',
    })),
  })
  const everyone = Object.values(people)
  let made = 0
  let turn = 0
  for (const [project, list] of Object.entries(flags)) {
    const before = await listFlags(api, project)
    for (const { name, description, type, development, staging, production } of list) {
      const who = everyone[turn++ % everyone.length]
      const { status } = await call('POST', `/projects/${project}/features`, { name, description, type }, who)
      const found = before.get(name)
      // Archived already.
      if (status === 409 && !found) continue
      if (status !== 409) made++
      const rules: [string, Rule[]][] = [
        ['development', development ? [{ rollout: development }] : []],
        ['staging', staging ? [{ rollout: staging }] : []],
        ['production', production],
      ]
      for (const [environment, wanted] of rules) {
        const place = `/projects/${project}/features/${name}/environments/${environment}`
        const there = found ? await countRules(place) : 0
        for (const rule of wanted.slice(there)) await call('POST', `${place}/strategies`, toRule(rule), who)
        const isOn = found?.environments.some((one) => one.name === environment && one.enabled)
        if (wanted.length > 0 && !isOn) await call('POST', `${place}/on`, undefined, who)
      }
    }
  }
  return made

  async function countRules(place: string): Promise<number> {
    return ((await call('GET', `${place}/strategies`)).body as unknown[]).length
  }
}

async function seedRelations({ call }: Api) {
  await call('POST', '/tag-types', { name: 'team', description: 'Who answers for it', color: '#0E7C66' })
  for (const [type, value, ...tagged] of tags)
    for (const name of tagged) await call('POST', `/features/${name}/tags`, { type, value })

  const form = '/projects/checkout/features/new-payment-form'
  await call('POST', '/projects/checkout/features/express-checkout-wallets/dependencies', {
    feature: 'new-payment-form',
  })
  const { links = [] } = (await call('GET', form)).body as { links?: unknown[] }
  if (links.length === 0)
    await call('POST', `${form}/link`, {
      url: 'https://wiki.example.com/payment-form',
      title: 'Why one page',
    })
}

/** The last stages of the lifecycle: flags that were decided, are stale, or are archived. */
async function endFlags(api: Api) {
  const { call } = api
  for (const [project, list] of Object.entries(flags)) {
    const left = await listFlags(api, project)
    for (const { name, end } of list) if (left.has(name)) await endFlag(`/projects/${project}`, name, end)
  }

  async function endFlag(place: string, name: string, end: Flag['end']) {
    if (end === 'kept' || end === 'discarded')
      await call('POST', `${place}/features/${name}/lifecycle/complete`, { status: end })
    if (end === 'stale') await call('POST', `${place}/stale`, { features: [name], stale: true })
    if (end === 'archived') await call('POST', `${place}/archive`, { features: [name] })
  }
}
