import type { Flag, Variant } from '@flagstaff/engine'
import { afterAll, expect, test } from 'vitest'
import { FlagstaffProvider } from './provider.ts'

const everyone = { name: 'flexibleRollout', parameters: { rollout: '100', stickiness: 'default' } }
const flag = (name: string, more: Partial<Flag> = {}): Flag => ({
  name,
  enabled: true,
  project: 'shop',
  type: 'release',
  strategies: [everyone],
  variants: [],
  ...more,
})
const payload = (type: string, value: string): Partial<Flag> => ({
  variants: [{ name: 'only', weight: 1000, payload: { type, value } } satisfies Variant],
})
const never = { ...everyone, constraints: [{ contextName: 'plan', operator: 'IN', values: ['gold'] }] }
const features = [
  flag('plain'),
  flag('off', { enabled: false }),
  flag('gold', { strategies: [never] }),
  flag('half', { strategies: [{ ...everyone, parameters: { rollout: '50', stickiness: 'default' } }] }),
  flag('text', payload('string', 'blue')),
  flag('list', payload('csv', 'a,b')),
  flag('number', payload('number', '42.5')),
  flag('not-a-number', payload('number', 'many')),
  flag('object', payload('json', '{"size":3}')),
  flag('broken', payload('json', '{')),
  flag('scalar', payload('json', '3')),
  flag('bare', { variants: [{ name: 'only', weight: 1000 }] }),
  flag('text-off', { enabled: false, ...payload('string', 'blue') }),
  flag('text-gold', { strategies: [never], ...payload('string', 'blue') }),
]

/** Answers like the client API; `apps/server/test/cluster` has the tests with a real server. */
const send: typeof fetch = async (url) =>
  String(url).endsWith('/delta')
    ? Response.json({ events: [{ type: 'hydration', features }] }, { headers: { etag: '"1-a"' } })
    : new Response(null, { status: 202 })
const options = { url: 'http://flags.test', token: '*:development.x', appName: 'test', fetch: send }
const provider = new FlagstaffProvider({ ...options, mode: 'polling' })
await provider.initialize()
afterAll(() => provider.onClose())

const user = { targetingKey: '7' }
const metadata = {
  featureEnabled: true,
  project: 'shop',
  type: 'release',
  stale: false,
  impressionData: false,
}

test('a boolean is the state of the flag', async () => {
  const ask = (name: string, context = {}) => provider.resolveBooleanEvaluation(name, true, context)
  expect(await ask('plain')).toEqual({ value: true, reason: 'STATIC', flagMetadata: metadata })
  expect(await ask('off')).toMatchObject({ value: false, reason: 'DISABLED' })
  expect(await ask('gold')).toMatchObject({ value: false, reason: 'TARGETING_MATCH' })
  expect(await ask('gold', { plan: 'gold' })).toMatchObject({ value: true, reason: 'TARGETING_MATCH' })
  expect(await ask('half', user)).toMatchObject({ reason: 'SPLIT' })
  expect(await ask('bare', user)).toMatchObject({ value: true, variant: 'only' })
  expect(await ask('missing')).toMatchObject({ value: true, reason: 'ERROR', errorCode: 'FLAG_NOT_FOUND' })
})

test('a missing user is not an error, and gets a random result', async () => {
  const values = new Set<boolean>()
  for (let asked = 0; values.size < 2 && asked < 1000; asked++)
    values.add((await provider.resolveBooleanEvaluation('half', false, {})).value)
  expect(values).toEqual(new Set([true, false]))
})

test('a string is a payload of type string or csv', async () => {
  const ask = (name: string) => provider.resolveStringEvaluation(name, 'grey', user)
  expect(await ask('text')).toEqual({
    value: 'blue',
    variant: 'only',
    reason: 'STATIC',
    flagMetadata: { ...metadata, payloadType: 'string' },
  })
  expect(await ask('list')).toMatchObject({ value: 'a,b' })
  expect(await ask('number')).toMatchObject({ value: 'grey', reason: 'ERROR', errorCode: 'TYPE_MISMATCH' })
  expect(await ask('plain')).toMatchObject({ value: 'grey', reason: 'DEFAULT' })
  expect(await ask('bare')).toMatchObject({ value: 'grey', reason: 'DEFAULT', variant: 'only' })
  expect(await ask('text-off')).toMatchObject({ value: 'grey', reason: 'DISABLED' })
  expect(await ask('text-gold')).toMatchObject({ value: 'grey', reason: 'DEFAULT' })
  expect(await ask('missing')).toMatchObject({ value: 'grey', errorCode: 'FLAG_NOT_FOUND' })
})

test('a number is a payload of type number', async () => {
  const ask = (name: string) => provider.resolveNumberEvaluation(name, 1, user)
  expect(await ask('number')).toMatchObject({ value: 42.5, variant: 'only' })
  expect(await ask('not-a-number')).toMatchObject({ value: 1, errorCode: 'PARSE_ERROR' })
  expect(await ask('text')).toMatchObject({ value: 1, errorCode: 'TYPE_MISMATCH' })
})

test('an object is a payload of type json', async () => {
  const ask = (name: string) => provider.resolveObjectEvaluation(name, { size: 1 }, user)
  expect(await ask('object')).toMatchObject({ value: { size: 3 }, variant: 'only' })
  expect(await ask('broken')).toMatchObject({ value: { size: 1 }, errorCode: 'PARSE_ERROR' })
  expect(await ask('scalar')).toMatchObject({ value: { size: 1 }, errorCode: 'TYPE_MISMATCH' })
})

test('before the flags are loaded, defaults apply', async () => {
  const fresh = new FlagstaffProvider(options)
  expect(await fresh.resolveBooleanEvaluation('plain', true, {})).toMatchObject({
    value: true,
    errorCode: 'PROVIDER_NOT_READY',
  })
})
