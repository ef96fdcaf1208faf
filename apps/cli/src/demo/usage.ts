import type { Api } from './api.ts'
import { type Flag, flags } from './flags.ts'

// Applications of the shop that evaluated its flags in the last two days, and some names that are no flags.

const HOUR = 3_600_000
const HOURS = 48
const HOURS_AT_ONCE = 12

type Application = {
  appName: string
  environment: 'development' | 'production'
  sdkVersion: string
  instances: number
  project: string
  /** Names that it evaluates although no such flag exists. */
  unknown?: string[]
}

const applications: Application[] = [
  {
    appName: 'checkout-web',
    environment: 'development',
    sdkVersion: 'unleash-node-sdk:6.4.0',
    instances: 2,
    project: 'checkout',
    unknown: ['new-paymnet-form'],
  },
  {
    appName: 'checkout-api',
    environment: 'production',
    sdkVersion: 'unleash-java-sdk:11.1.0',
    instances: 5,
    project: 'checkout',
    unknown: ['legacy-cart'],
  },
  {
    appName: 'storefront-web',
    environment: 'production',
    sdkVersion: 'unleash-node-sdk:6.6.0',
    instances: 3,
    project: 'storefront',
  },
  {
    appName: 'warehouse',
    environment: 'production',
    sdkVersion: 'unleash-python-sdk:6.3.0',
    instances: 2,
    project: 'fulfilment',
  },
  {
    appName: 'warehouse',
    environment: 'development',
    sdkVersion: 'unleash-python-sdk:6.3.0',
    instances: 1,
    project: 'fulfilment',
  },
]

const reached = { running: 10, paused: 50, finished: 100 }

/** The percentage of callers who get the flag there; undefined where it is off. */
function shareOf({ development, production, plan }: Flag, environment: Application['environment']) {
  if (environment === 'development') return development || undefined
  return plan ? reached[plan] : production.at(-1)?.rollout
}

/** Returns the secrets of two of the tokens. */
export async function seedUsage({ call, send }: Api): Promise<{ checkout: string; storefront: string }> {
  const secrets = new Map<string, string>()
  // A token's secret is only known to who created it.
  const { tokens } = (await call('GET', '/api-tokens')).body as {
    tokens: { id: string; tokenName: string }[]
  }
  for (const { id, tokenName } of tokens)
    if (tokenName.startsWith('demo ')) await call('DELETE', `/api-tokens/${id}`)
  // All tokens first, so that they reach the server while the others are created.
  for (const { appName, environment } of applications) {
    const tokenName = `demo ${appName} ${environment}`
    const token = { tokenName, type: 'backend', environment, projects: ['*'] }
    const { secret } = (await call('POST', '/api-tokens', token)).body as { secret: string }
    secrets.set(`${appName} ${environment}`, secret)
  }
  const secretOf = (place: string) => secrets.get(place) ?? ''
  for (const application of applications)
    await use(application, (path, body) =>
      send(secretOf(`${application.appName} ${application.environment}`), path, body),
    )
  return { checkout: secretOf('checkout-api production'), storefront: secretOf('storefront-web production') }
}

/** Evaluates the flags that are on, more by day than by night. */
async function use(
  { appName, environment, sdkVersion, instances, project, unknown = [] }: Application,
  send: (path: string, body: object) => Promise<void>,
) {
  await send('/api/client/metrics/bulk', {
    applications: Array.from({ length: instances }, (_, index) => ({
      appName,
      environment,
      instanceId: `demo-${index + 1}`,
      sdkVersion,
      strategies: ['default', 'flexibleRollout'],
      started: new Date(Date.now() - index * HOUR),
      interval: 15_000,
    })),
    metrics: [],
  })
  for (let from = 0; from < HOURS; from += HOURS_AT_ONCE) {
    const moments = Array.from(
      { length: HOURS_AT_ONCE },
      (_, index) => new Date(Date.now() - (from + index) * HOUR),
    )
    const metrics = (flags[project] ?? []).flatMap((flag, index) => {
      const share = shareOf(flag, environment)
      if (share === undefined) return []
      return moments.map((timestamp) => {
        const daylight = 1.2 - Math.cos((timestamp.getUTCHours() / 12) * Math.PI)
        const all = Math.round((4_300 - index * 130) * daylight)
        const yes = Math.round((all * share) / 100)
        const variants = variantsOf(flag, environment, yes)
        return { featureName: flag.name, appName, environment, timestamp, yes, no: all - yes, ...variants }
      })
    })
    await send('/api/client/metrics/bulk', { applications: [], metrics })
  }
  const now = new Date()
  const toggles = Object.fromEntries(unknown.map((name) => [name, { yes: 0, no: 12 }]))
  const bucket = { start: now, stop: now, toggles }
  await send('/api/client/metrics', { appName, instanceId: 'demo-1', bucket })
}

function variantsOf({ production }: Flag, environment: string, yes: number) {
  const variants = environment === 'production' ? production.at(-1)?.variants : undefined
  if (!variants) return {}
  const total = variants.reduce((sum, [, weight]) => sum + weight, 0)
  return {
    variants: Object.fromEntries(
      variants.map(([name, weight]) => [name, Math.round((yes * weight) / total)]),
    ),
  }
}
