import { expect, test } from 'vitest'
import { BACKEND, FRONTEND, flag, gold, half, one, openOfrep, rows, rule } from '../../test/ofrep.ts'
import type { FlagDocument } from '../documents.ts'

const kit = openOfrep()
const { publish, post, evaluate } = kit

test('a flag without variants has a boolean value, on and off, with metadata', async () => {
  const metadata = {
    project: 'default',
    environment: 'development',
    type: 'release',
    stale: false,
    impressionData: false,
  }
  expect((await evaluate('plain')).body).toEqual({
    key: 'plain',
    reason: 'STATIC',
    value: true,
    variant: 'on',
    metadata,
  })
  publish(rows(flag('plain', { enabled: false, released: true })))
  expect((await evaluate('plain')).body).toMatchObject({
    reason: 'STATIC',
    value: false,
    variant: 'off',
    metadata: { ...metadata, reason: 'DISABLED' },
  })
  expect((await evaluate('plain', {}, FRONTEND)).body).toEqual({
    key: 'plain',
    reason: 'STATIC',
    value: false,
    variant: 'off',
    metadata: { reason: 'DISABLED' },
  })
})

test.each<[string, { type: string; value: string } | undefined, unknown]>([
  ['text', { type: 'string', value: 'hello' }, { value: 'hello' }],
  ['a list in text', { type: 'csv', value: 'a,b' }, { value: 'a,b' }],
  ['a number', { type: 'number', value: '1.5' }, { value: 1.5 }],
  ['no number', { type: 'number', value: 'many' }, { value: 'many', metadata: { payload: 'not a number' } }],
  ['an object', { type: 'json', value: '{"a":[1]}' }, { value: { a: [1] } }],
  [
    'JSON that is no object',
    { type: 'json', value: '[1]' },
    { value: '[1]', metadata: { payload: 'JSON as text' } },
  ],
  ['nothing', undefined, { value: true }],
])('a variant with the payload %s has its value', async (_, payload, expected) => {
  publish(rows(flag('colour', { variants: one('blue', payload) })))
  const { body } = await evaluate('colour', {}, FRONTEND)
  expect(body).toEqual({ key: 'colour', reason: 'STATIC', variant: 'blue', ...(expected as object) })
})

test('a flag that is on is true unless a payload was chosen, and a flag without payloads is false when off', async () => {
  const text = one('blue', { type: 'string', value: 'hello' })
  publish(rows(flag('colour', { strategies: [{ ...gold, variants: text }, rule()] })))
  expect((await evaluate('colour', {}, FRONTEND)).body).toEqual({
    key: 'colour',
    reason: 'STATIC',
    value: true,
    variant: 'on',
  })
  expect((await evaluate('colour', { plan: 'gold' })).body).toMatchObject({ value: 'hello', variant: 'blue' })
  publish(rows(flag('colour', { enabled: false, variants: one('blue') })))
  expect((await evaluate('colour')).body).toMatchObject({ reason: 'STATIC', value: false, variant: 'off' })
})

test('a flag with payloads that is off returns no value, so that the default in the code applies', async () => {
  const text = one('blue', { type: 'string', value: 'hello' })
  publish(rows(flag('colour', { enabled: false, released: true, variants: text })))
  expect((await evaluate('colour', {}, FRONTEND)).body).toEqual({
    key: 'colour',
    reason: 'DISABLED',
    variant: 'off',
  })
  publish(rows(flag('colour', { strategies: [gold], variants: text })))
  expect((await evaluate('colour', {}, FRONTEND)).body).toEqual({
    key: 'colour',
    reason: 'UNKNOWN',
    variant: 'off',
    metadata: { reason: 'no rule matched' },
  })
})

test('the reason explains the result', async () => {
  const reason = async (more: Partial<FlagDocument>, context: object = { targetingKey: '7' }) => {
    publish(rows(flag('why', more)))
    const { reason, value } = (await evaluate('why', context)).body
    return [reason, value]
  }
  expect(await reason({ strategies: [gold] })).toEqual(['TARGETING_MATCH', false])
  expect(await reason({ strategies: [gold] }, { plan: 'gold' })).toEqual(['TARGETING_MATCH', true])
  expect(await reason({ strategies: [{ ...half, parameters: { rollout: '99' } }] })).toEqual(['SPLIT', true])
  const dependencies = [{ feature: 'missing', enabled: true, variants: [] }]
  expect(await reason({ dependencies })).toEqual(['TARGETING_MATCH', false])
  const variants = ['a', 'b'].map((name) => ({ name, weight: 500 }))
  expect((await reason({ variants }))[0]).toBe('SPLIT')
})

test('a value never comes with the reason DISABLED, which some providers answer with the default in the code', async () => {
  const text = one('blue', { type: 'string', value: 'hello' })
  const dependencies = [{ feature: 'missing', enabled: true, variants: [] }]
  const states: Partial<FlagDocument>[] = [
    {},
    { enabled: false },
    { dependencies },
    { strategies: [gold] },
    { variants: text },
    { enabled: false, variants: text },
    { strategies: [gold], variants: text },
    { enabled: false, valueType: 'integer' },
    { valueType: 'integer' },
  ]
  for (const state of states) {
    publish(rows(flag('state', state)))
    const { body } = await evaluate('state', { targetingKey: '7' })
    expect(body.variant).toEqual(expect.any(String))
    if ('value' in body) expect(body.reason).not.toBe('DISABLED')
  }
})

test('a targeting key is required only if the result depends on it', async () => {
  publish([
    ...rows(flag('half', { strategies: [half] })),
    ...rows(flag('either', { strategies: [half, gold] })),
  ])
  const missing = await evaluate('half')
  expect([missing.status, missing.body]).toEqual([
    400,
    { key: 'half', errorCode: 'TARGETING_KEY_MISSING', errorDetails: expect.any(String) },
  ])
  expect((await evaluate('half', { targetingKey: '7' })).status).toBe(200)
  expect((await evaluate('half', { sessionId: '7' })).status).toBe(200)
  expect((await evaluate('either', { plan: 'gold' })).body.value).toBe(true)
  expect((await evaluate('plain')).body.value).toBe(true)
  const { flags } = (await post('')).body
  expect(flags.map((one: { key: string; errorCode?: string }) => [one.key, one.errorCode])).toEqual([
    ['either', 'TARGETING_KEY_MISSING'],
    ['half', 'TARGETING_KEY_MISSING'],
    ['plain', undefined],
  ])
})

test('the OpenFeature context is mapped to context fields', async () => {
  const on = async (contextName: string, values: string[], context: object, token = BACKEND) => {
    publish(
      rows(flag('ctx', { strategies: [rule({ constraints: [{ contextName, operator: 'IN', values }] })] })),
    )
    return (await evaluate('ctx', context, token)).body.value
  }
  expect(await on('userId', ['7'], { targetingKey: '7' })).toBe(true)
  expect(await on('userId', ['7'], { targetingKey: '8', userId: 7 })).toBe(true)
  expect(await on('age', ['42'], { age: 42 })).toBe(true)
  expect(await on('cart', ['{"items":[1,2]}'], { cart: { items: [1, 2] } })).toBe(true)
  expect(await on('environment', ['development'], {})).toBe(true)
  expect(await on('remoteAddress', ['127.0.0.1'], {}, FRONTEND)).toBe(true)
  expect(await on('remoteAddress', ['127.0.0.1'], {})).toBe(false)
  expect(await on('constructor', ['x'], JSON.parse('{"__proto__": {"constructor": "x"}}'))).toBe(false)
  const past = [{ contextName: 'currentTime', operator: 'DATE_BEFORE', value: '2000-01-01T00:00:00Z' }]
  publish(rows(flag('past', { strategies: [rule({ constraints: past })] })))
  const then = { currentTime: '1999-01-01T00:00:00Z' }
  expect((await evaluate('past', then)).body.value).toBe(true)
  expect((await evaluate('past', then, FRONTEND)).body.value).toBe(false)
  expect(kit.offered.length).toBeGreaterThan(8)
})

test('errors have the format of the protocol', async () => {
  const raw = (payload: string, path = '/plain', type = 'application/json') =>
    kit.server.inject({
      method: 'POST',
      url: `/flags/ofrep/v1/evaluate/flags${path}`,
      headers: { authorization: BACKEND, 'content-type': type },
      payload,
    })
  const code = async (payload: string, path?: string) => {
    const response = await raw(payload, path)
    return [response.statusCode, response.json().errorCode, response.json().key]
  }
  expect(await code('{')).toEqual([400, 'PARSE_ERROR', 'plain'])
  expect(await code('{', '')).toEqual([400, 'PARSE_ERROR', undefined])
  for (const body of [
    '{}',
    '[]',
    'null',
    '{"context":null}',
    '{"context":[]}',
    '{"context":{"targetingKey":{}}}',
  ])
    expect(await code(body)).toEqual([400, 'INVALID_CONTEXT', 'plain'])
  expect(await code(`{"context":{"deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`)).toEqual([
    400,
    'INVALID_CONTEXT',
    'plain',
  ])
  expect(await code(`{"context":{"long":"${'x'.repeat(70_000)}"}}`)).toEqual([413, 'GENERAL', 'plain'])
  expect((await raw('{"context":{}}', '/plain', 'text/plain')).statusCode).toBe(200)
  for (const key of ['unknown', '__proto__'])
    expect(await code('{"context":{}}', `/${key}`)).toEqual([404, 'FLAG_NOT_FOUND', key])
})

test('a flag with a type has payloads as values only: otherwise the default in the code applies', async () => {
  const typed = (more: Partial<FlagDocument>) =>
    publish(rows(flag('plain', { valueType: 'integer', ...more })))
  typed({ variants: one('seven', { type: 'number', value: '7' }) })
  expect((await evaluate('plain')).body).toMatchObject({ value: 7, variant: 'seven', reason: 'STATIC' })
  typed({})
  const on = (await evaluate('plain')).body
  expect([on.reason, on.variant, 'value' in on]).toEqual(['STATIC', 'on', false])
  typed({ enabled: false })
  const off = (await evaluate('plain')).body
  expect([off.reason, 'value' in off]).toEqual(['DISABLED', false])
})
