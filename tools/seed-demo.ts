// Fills a running server with a believable small shop: three projects, three environments, segments, some flags.
//   FLAGSTAFF_URL=http://localhost:4242 FLAGSTAFF_TOKEN='*:*.secret' pnpm seed:demo
// Only the API is used, so everything it makes has its events and is delivered. What already exists is left alone.

import { seedChanges } from './seed-changes.ts'

const url = (process.env.FLAGSTAFF_URL ?? 'http://localhost:4242').replace(/\/+$/, '')
const token = process.env.FLAGSTAFF_TOKEN ?? process.env.INIT_ADMIN_API_TOKENS?.split(',')[0]
if (!token)
  throw new Error('Set FLAGSTAFF_TOKEN to an admin token, such as the one in INIT_ADMIN_API_TOKENS.')

/** The actor: the token, or one of the users of the shop, each with a session. */
type As = Record<string, string>
const asToken: As = { authorization: token }

async function call(method: string, path: string, body?: unknown, as: As = asToken) {
  const response = await fetch(`${url}/api/admin${path}`, {
    method,
    headers: { ...as, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok && response.status !== 409)
    throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return { status: response.status, body: (text ? JSON.parse(text) : undefined) as unknown }
}

const PASSWORD = 'Demo-accounts-7'

/** Creates the account if it is missing, and signs in. */
async function person(name: string): Promise<As> {
  const username = name.toLowerCase().replace(' ', '.')
  const { users } = (await call('GET', '/user-admin')).body as { users: { username?: string }[] }
  if (!users.some((user) => user.username === username)) {
    await call('POST', '/user-admin', { name, username, rootRole: 1, password: PASSWORD, sendEmail: false })
  }
  const answer = await fetch(`${url}/auth/simple/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`${username} could not sign in: ${answer.status}`)
  return {
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  }
}

type Rule = {
  title?: string
  rollout: number
  constraints?: object[]
  segments?: string[]
  variants?: [string, number][]
}
type Flag = {
  name: string
  description: string
  type: string
  development: number
  staging: number
  production: Rule[]
}

const is = (contextName: string, ...values: string[]) => ({ contextName, operator: 'IN', values })
const all = [{ rollout: 100 }]
const off: Rule[] = []

const flags: Record<string, Flag[]> = {
  checkout: [
    {
      name: 'new-payment-form',
      description: 'One page instead of three steps for card details',
      type: 'release',
      development: 100,
      staging: 100,
      production: [
        {
          title: 'Staff in the beta',
          rollout: 100,
          segments: ['payment-beta-testers'],
          constraints: [{ contextName: 'email', operator: 'STR_ENDS_WITH', values: ['@acme.com'] }],
        },
        {
          title: 'Nordic ramp',
          rollout: 25,
          constraints: [
            is('country', 'NO', 'SE', 'DK'),
            { contextName: 'appVersion', operator: 'SEMVER_GTE', value: '5.12.0' },
          ],
          variants: [
            ['control', 500],
            ['single-page', 500],
          ],
        },
      ],
    },
    flag('express-checkout-wallets', 'Apple Pay and Google Pay above the fold', 'experiment', 100, 100, [
      {
        rollout: 50,
        variants: [
          ['control', 500],
          ['wallets', 500],
        ],
      },
    ]),
    flag('address-autocomplete-v2', 'Switch the lookup provider per country', 'release', 100, 100, [
      { rollout: 60 },
    ]),
    flag('fraud-score-threshold', 'Kill switch for the external risk score', 'kill-switch', 100, 100, all),
    flag('cart-reservation-ttl', 'Hold stock for 15 minutes at checkout start', 'operational', 100, 100, all),
    flag('invoice-for-business', 'Pay by invoice for verified companies', 'permission', 100, 100, [
      { rollout: 100, segments: ['verified-companies'] },
    ]),
    flag(
      'guest-checkout-nudge',
      'Ask for an account after the order, not before',
      'experiment',
      100,
      30,
      off,
    ),
    flag('split-shipment-pricing', 'Show one delivery price per parcel', 'release', 100, 0, off),
    flag(
      'tax-engine-eu-2027',
      'New VAT rules, dark-launched against the old engine',
      'release',
      100,
      100,
      off,
    ),
    flag('coupon-stacking', 'Allow two coupons of different kinds', 'release', 50, 0, off),
    flag('order-confirmation-react', 'Confirmation page on the new front end', 'release', 100, 100, all),
    flag('legacy-voucher-endpoint', 'Keeps the 2023 voucher API answering', 'operational', 100, 100, all),
    flag('klarna-pay-later-no', 'Pay later for Norway', 'release', 100, 0, [
      { rollout: 100, constraints: [is('country', 'NO')] },
    ]),
    flag('delivery-slot-picker', 'Choose a two-hour window', 'release', 0, 0, off),
    flag('gift-wrap-upsell', 'Offer gift wrap in the order summary', 'experiment', 0, 0, off),
    flag('basket-merge-on-login', 'Merge guest and account baskets', 'release', 100, 100, [{ rollout: 90 }]),
    flag('3ds-fallback-redirect', 'Redirect flow when the iframe is blocked', 'kill-switch', 100, 100, all),
  ],
  storefront: [
    flag('search-suggestions', 'Suggestions while typing', 'release', 100, 100, [{ rollout: 75 }]),
    flag('dark-mode', 'Follow the system colour scheme', 'release', 100, 100, all),
    flag('recommendations-v3', 'Model trained on baskets, not on clicks', 'experiment', 100, 50, off),
  ],
  fulfilment: [
    flag('label-printer-zpl', 'Print labels without the driver', 'operational', 100, 100, all),
    flag('pick-route-optimizer', 'Shortest way through the warehouse', 'release', 100, 20, off),
  ],
}

function flag(
  name: string,
  description: string,
  type: string,
  development: number,
  staging: number,
  production: Rule[],
): Flag {
  return { name, description, type, development, staging, production }
}

const people: As[] = []
for (const name of ['Ida Berg', 'Tomas Lind', 'Mei Tanaka', 'Jonas Weber']) people.push(await person(name))

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

let made = 0
for (const [project, list] of Object.entries(flags)) {
  for (const { name, description, type, development, staging, production } of list) {
    const who = people[made % people.length]
    const { status } = await call('POST', `/projects/${project}/features`, { name, description, type }, who)
    if (status === 409) continue
    made += 1
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
await call('POST', '/tag-types', { name: 'team', description: 'Who answers for it', color: '#0E7C66' })
for (const [type, value, ...tagged] of tags)
  for (const name of tagged) await call('POST', `/features/${name}/tags`, { type, value })

const form = '/projects/checkout/features/new-payment-form'
await call('POST', '/projects/checkout/features/express-checkout-wallets/dependencies', {
  feature: 'new-payment-form',
})
const { links = [] } = (await call('GET', form)).body as { links?: unknown[] }
if (links.length === 0)
  await call('POST', `${form}/link`, { url: 'https://wiki.example.com/payment-form', title: 'Why one page' })

const HOUR = 3_600_000
/** A backend token of each environment. */
const secrets = new Map<string, string>()

type Application = {
  appName: string
  environment: string
  sdkVersion: string
  instances: number
  asks?: string[]
}

/** Simulates an application that evaluates all flags that are on, more by day than by night, and some unknown flags. */
async function use({ appName, environment, sdkVersion, instances, asks = [] }: Application) {
  const token = { tokenName: `demo ${appName} ${environment}`, type: 'backend', environment, projects: ['*'] }
  const { secret } = (await call('POST', '/api-tokens', token)).body as { secret: string }
  secrets.set(environment, secret)
  const send = (path: string, body: object) => sendAs(secret, path, body)
  const applications = Array.from({ length: instances }, (_, index) => ({
    appName,
    environment,
    instanceId: `demo-${index + 1}`,
    sdkVersion,
    strategies: ['default', 'flexibleRollout'],
    started: new Date(Date.now() - index * HOUR),
    interval: 15_000,
  }))
  await send('/api/client/metrics/bulk', { applications, metrics: [] })
  const on = Object.values(flags)
    .flat()
    .filter((one) => (environment === 'production' ? one.production.length > 0 : one.development > 0))
  for (let hours = 0; hours < 48; hours += 6) {
    const moments = Array.from({ length: 6 }, (_, index) => new Date(Date.now() - (hours + index) * HOUR))
    const metrics = moments.flatMap((timestamp) => {
      const daylight = 1.2 - Math.cos((timestamp.getUTCHours() / 12) * Math.PI)
      return on.map(({ name }, index) => ({
        featureName: name,
        appName,
        environment,
        timestamp,
        yes: Math.round((4000 - index * 170) * daylight),
        no: Math.round((300 + index * 40) * daylight),
      }))
    })
    await send('/api/client/metrics/bulk', { applications: [], metrics })
  }
  const toggles = Object.fromEntries(asks.map((name) => [name, { yes: 0, no: 12 }]))
  await send('/api/client/metrics', {
    appName,
    instanceId: 'demo-1',
    bucket: { start: new Date(), stop: new Date(), toggles },
  })
}

/** Retries, since a new token takes up to a second to reach every process. */
async function sendAs(secret: string, path: string, body: object) {
  const headers = { authorization: secret, 'content-type': 'application/json' }
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { ok } = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (ok) return
    await new Promise((done) => setTimeout(done, 250))
  }
  throw new Error(`${path} was not taken`)
}

if (made > 0) {
  await use({
    appName: 'checkout-web',
    environment: 'development',
    sdkVersion: 'unleash-node-sdk:6.4.0',
    instances: 2,
    asks: ['new-paymnet-form'],
  })
  await use({
    appName: 'checkout-api',
    environment: 'production',
    sdkVersion: 'unleash-java-sdk:11.1.0',
    instances: 5,
    asks: ['legacy-cart'],
  })
  await seedChanges({
    call,
    people,
    async report(environment, path, body) {
      const secret = secrets.get(environment)
      if (secret) await sendAs(secret, path, body)
    },
  })
}
console.log(`${made} flags made in ${Object.keys(flags).length} projects at ${url}`)
