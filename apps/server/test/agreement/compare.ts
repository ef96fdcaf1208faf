import { linearRegex } from '@flagstaff/delivery'
import { compile, evaluate } from '@flagstaff/engine'
import { InMemStorageProvider, Unleash } from 'unleash-client'
import { expect } from 'vitest'
import { testApp } from '../kit.ts'
import { listen } from '../stream.ts'
import { type Context, generateContexts, generateFile } from './worlds.ts'

type Variant = { name: string; enabled: boolean; payload?: { type: string; value: string } }
type Answer = { on: boolean; variant: string | undefined; payload: unknown }
type OfrepAnswer = { key: string; value?: unknown; variant?: string; errorCode?: string }
type Size = { seed: number; flags: number; contexts: number }

/** Legacy strategies that every SDK knows and that import files can still contain. */
const olderKinds = ['userWithId', 'gradualRolloutUserId', 'gradualRolloutSessionId', 'gradualRolloutRandom']

/**
 * Imports generated flags and evaluates each one for every context with the official SDK, which evaluates locally, the
 * frontend API and OFREP. Results that depend on randomness are skipped.
 */
export async function compareAnswers({ seed, flags, contexts }: Size) {
  const { app, as, actors, db } = await testApp({ OFREP_FRONTEND_NAMES: 'all' })
  for (const name of olderKinds) {
    expect((await as.admin.post('/api/admin/strategies', { name, parameters: [] })).status).toBe(201)
  }
  const data = generateFile(seed, flags)
  const imported = await as.admin.post('/api/admin/features-batch/import', {
    project: 'default',
    environment: 'development',
    data,
  })
  expect(imported.body.details ?? imported.status).toBe(200)
  const { revision } = await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()
  await expect.poll(() => app.delivery.store.revision).toBe(revision)

  const url = await listen(app.http)
  const sdk = await startSdk(`${url}/api/`, actors.backendToken.token)
  const { body } = await as.backendToken.get('/api/client/features')
  const tools = { regex: linearRegex }
  const ruleset = compile({ features: body.features, segments: body.segments }, tools)
  const isByChance = (name: string, context: Context) => {
    let drawn = false
    const random = () => {
      drawn = true
      return 0.5
    }
    evaluate(ruleset, name, context, { now: Date.now(), random })
    return drawn
  }

  const names: string[] = body.features.map(({ name }: { name: string }) => name)
  const tally = { compared: 0, byChance: 0, on: 0, variants: 0, keyMissing: 0, differences: [] as object[] }
  for (const [index, context] of generateContexts(seed, contexts).entries()) {
    const shown = await askFrontend(
      `${url}/api/frontend`,
      actors.frontendToken.token,
      context,
      index % 2 === 0,
    )
    const told = await askOfrep(url, actors.backendToken.token, context)
    for (const name of names) {
      if (isByChance(name, context)) {
        tally.byChance += 1
        continue
      }
      const answers = {
        sdk: ofSdk(sdk, name, context),
        frontend: ofFrontend(shown.get(name)),
        ofrep: ofOfrep(told.get(name)),
      }
      tally.compared += 1
      tally.on += Number(answers.sdk.on)
      tally.variants += Number(answers.sdk.variant !== undefined)
      // OFREP returns an error if the targeting key is missing.
      if (answers.ofrep === 'key missing') tally.keyMissing += 1
      const wanted = JSON.stringify(answers.sdk)
      const same = (answer: Answer | 'key missing') =>
        answer === 'key missing' ? !context.userId : JSON.stringify(answer) === wanted
      if (!same(answers.frontend) || !same(answers.ofrep)) tally.differences.push({ name, context, answers })
    }
  }
  sdk.destroy()
  return tally
}

async function startSdk(url: string, token: string): Promise<Unleash> {
  const sdk = new Unleash({
    url,
    appName: 'agreement',
    customHeaders: { authorization: token },
    storageProvider: new InMemStorageProvider(),
    refreshInterval: 3_600_000,
    disableMetrics: true,
    skipInstanceCountWarning: true,
  })
  await new Promise((resolve, reject) => sdk.once('synchronized', resolve).once('error', reject))
  return sdk
}

function ofSdk(sdk: Unleash, name: string, context: Context): Answer {
  const on = sdk.isEnabled(name, context)
  return toAnswer(on, on ? (sdk.getVariant(name, context) as Variant) : undefined)
}

const ofFrontend = (toggle: { variant: Variant } | undefined): Answer =>
  toAnswer(Boolean(toggle), toggle?.variant)

const toAnswer = (on: boolean, variant: Variant | undefined): Answer =>
  variant?.enabled
    ? { on, variant: variant.name, payload: payloadOf(variant.payload) }
    : { on, variant: undefined, payload: undefined }

function payloadOf(payload: Variant['payload']): unknown {
  if (payload?.type === 'number') return Number(payload.value)
  return payload?.type === 'json' ? JSON.parse(payload.value) : payload?.value
}

function ofOfrep(answer: OfrepAnswer | undefined): Answer | 'key missing' {
  if (answer?.errorCode === 'TARGETING_KEY_MISSING') return 'key missing'
  const { value, variant } = answer ?? {}
  const on = value !== undefined && value !== false
  return {
    on,
    variant: on && variant !== 'on' ? variant : undefined,
    payload: value === true || !on ? undefined : value,
  }
}

async function askFrontend(url: string, token: string, context: Context, asQuery: boolean) {
  const { properties, ...fields } = context
  const query = new URLSearchParams(fields)
  for (const [name, value] of Object.entries(properties)) query.set(`properties[${name}]`, value)
  const response = asQuery
    ? await fetch(`${url}?${query}`, { headers: { authorization: token } })
    : await fetch(url, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body: JSON.stringify({ context }),
      })
  const { toggles } = (await response.json()) as { toggles: { name: string; variant: Variant }[] }
  return new Map(toggles.map((toggle) => [toggle.name, toggle]))
}

async function askOfrep(url: string, token: string, { properties, ...fields }: Context) {
  const response = await fetch(`${url}/ofrep/v1/evaluate/flags`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ context: { ...properties, ...fields } }),
  })
  const { flags } = (await response.json()) as { flags: OfrepAnswer[] }
  return new Map(flags.map((flag) => [flag.key, flag]))
}
