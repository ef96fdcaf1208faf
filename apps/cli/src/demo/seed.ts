import { seedChanges } from './changes.ts'
import { flags, is, type Rule } from './flags.ts'

/** The actor: the token, or one of the users of the shop, each with a session. */
type As = Record<string, string>

/** Users of the shop, administrators all of them. */
export const demoUser = { username: 'ida.berg', password: 'Demo-accounts-7' }

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
const HOUR = 3_600_000

type Application = {
  appName: string
  environment: string
  sdkVersion: string
  instances: number
  asks?: string[]
}

/**
 * Fills a running server with a believable small shop: three projects, three environments, segments, some flags. Only
 * the API is used, so everything it makes has its events and is delivered. What already exists is left alone. Returns
 * the number of flags made.
 */
export async function seedDemo(url: string, token: string): Promise<number> {
  const asToken: As = { authorization: token }
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

  /** A backend token of each environment. */
  const secrets = new Map<string, string>()

  /** Simulates an application that evaluates all flags that are on, more by day than by night, and some unknown flags. */
  async function use({ appName, environment, sdkVersion, instances, asks = [] }: Application) {
    const token = {
      tokenName: `demo ${appName} ${environment}`,
      type: 'backend',
      environment,
      projects: ['*'],
    }
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
  return made

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

  /** Creates the account if it is missing, and signs in. */
  async function person(name: string): Promise<As> {
    const username = name.toLowerCase().replace(' ', '.')
    const { users } = (await call('GET', '/user-admin')).body as { users: { username?: string }[] }
    if (!users.some((user) => user.username === username)) {
      await call('POST', '/user-admin', {
        name,
        username,
        rootRole: 1,
        password: demoUser.password,
        sendEmail: false,
      })
    }
    const answer = await fetch(`${url}/auth/simple/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: demoUser.password }),
    })
    if (!answer.ok) throw new Error(`${username} could not sign in: ${answer.status}`)
    return {
      cookie: answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
    }
  }
}
