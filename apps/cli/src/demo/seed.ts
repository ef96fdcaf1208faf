import { type Api, openApi } from './api.ts'
import { type Flag, flags, is, type Rule } from './flags.ts'
import { seedIntegrations } from './integrations.ts'
import { type People, seedPeople } from './people.ts'
import { seedFreeze, seedRequests } from './requests.ts'
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
 * is delivered. What already exists is left alone. Returns the number of flags made.
 */
export async function seedDemo(url: string, token: string): Promise<number> {
  const asToken = openApi(url, token)
  const people = await seedPeople(asToken)
  const api: Api = {
    ...asToken,
    call: (method, path, body, as = people.ida) => asToken.call(method, path, body, as),
  }
  await seedSetup(api)
  const made = await seedFlags(api, people)
  await seedRelations(api)
  await seedRollouts(api, people.mei)
  if (made.length > 0) {
    await seedMetrics(api, await seedUsage(api))
    await endFlags(api, made)
  }
  await seedRequests(api, people)
  await seedIntegrations(api)
  await seedFreeze(api)
  return made.length
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

type Made = Flag & { project: string }

async function seedFlags({ call }: Api, people: People): Promise<Made[]> {
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
  const made: Made[] = []
  for (const [project, list] of Object.entries(flags)) {
    for (const flag of list) {
      const { name, description, type, development, staging, production } = flag
      const who = everyone[made.length % everyone.length]
      const { status } = await call('POST', `/projects/${project}/features`, { name, description, type }, who)
      if (status === 409) continue
      made.push({ ...flag, project })
      const rules: [string, Rule[]][] = [
        ['development', development ? [{ rollout: development }] : []],
        ['staging', staging ? [{ rollout: staging }] : []],
        ['production', production],
      ]
      for (const [environment, wanted] of rules) {
        const place = `/projects/${project}/features/${name}/environments/${environment}`
        for (const rule of wanted) await call('POST', `${place}/strategies`, toRule(rule), who)
        if (wanted.length > 0) await call('POST', `${place}/on`, undefined, who)
      }
    }
  }
  return made
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
async function endFlags({ call }: Api, made: readonly Made[]) {
  for (const { name, project, end } of made) {
    const place = `/projects/${project}`
    if (end === 'kept' || end === 'discarded')
      await call('POST', `${place}/features/${name}/lifecycle/complete`, { status: end })
    if (end === 'stale') await call('POST', `${place}/stale`, { features: [name], stale: true })
    if (end === 'archived') await call('POST', `${place}/archive`, { features: [name] })
  }
}
