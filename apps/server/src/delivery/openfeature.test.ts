import { OFREPProvider } from '@openfeature/ofrep-provider'
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider'
import { OpenFeature as OnServer } from '@openfeature/server-sdk'
import { OpenFeature as InBrowser, type Provider, ProviderEvents } from '@openfeature/web-sdk'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../test/kit.ts'
import { listen } from '../../test/stream.ts'

// Runs the published OpenFeature SDKs with their OFREP providers against a listening server.

const { app, as, actors, db } = await testApp()
const baseUrl = await listen(app.http)
const soon = { interval: 20 }
const project = '/api/admin/projects/default/features'

const payloads = {
  colour: { type: 'string', value: 'blue' },
  size: { type: 'number', value: '42' },
  layout: { type: 'json', value: '{"columns":3}' },
}
async function makeFlag(name: string, rule: object = {}) {
  await as.admin.post(project, { name })
  await as.admin.post(`${project}/${name}/environments/development/strategies`, {
    name: 'flexibleRollout',
    parameters: { rollout: '100', stickiness: 'default', groupId: name },
    ...rule,
  })
  const on = await as.admin.post(`${project}/${name}/environments/development/on`)
  expect(on.status).toBe(200)
}
const variant = (payload: object) => [
  { name: 'only', weight: 1000, weightType: 'variable', stickiness: 'default', payload },
]
const switchTo = (state: 'on' | 'off', name: string) =>
  as.admin.post(`${project}/${name}/environments/development/${state}`)
/** The provider types declare `hooks` as possibly undefined, which the SDK types do not accept. */
const webProvider = (options: Omit<ConstructorParameters<typeof OFREPWebProvider>[0], 'baseUrl'>) =>
  new OFREPWebProvider({ baseUrl, ...options }) as Provider
async function settled() {
  const { revision } = await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()
  await expect.poll(() => app.delivery.store.revision, soon).toBe(revision)
}

await makeFlag('checkout')
await makeFlag('beta', { constraints: [{ contextName: 'plan', operator: 'IN', values: ['gold'] }] })
for (const [name, payload] of Object.entries(payloads)) await makeFlag(name, { variants: variant(payload) })

afterAll(async () => {
  await OnServer.close()
  await InBrowser.close()
})

test('typed flags answer with their payload, or leave the value to the code', async () => {
  await as.admin.post(project, { name: 'typed', valueType: 'integer', defaultValue: 3 })
  await makeFlag('typed', { variants: variant({ type: 'number', value: '7' }) })
  const evaluate = async () =>
    (await as.backendToken.post('/ofrep/v1/evaluate/flags/typed', { context: { targetingKey: '7' } })).body
  await settled()
  expect(await evaluate()).toMatchObject({ value: 7, variant: 'only' })
  await switchTo('off', 'typed')
  await settled()
  const off = await evaluate()
  expect([off.reason, 'value' in off]).toEqual(['DISABLED', false])
  const { features } = (await as.backendToken.get('/api/client/features')).body
  const types = Object.fromEntries(
    features.map(({ name, valueType }: { name: string; valueType?: string }) => [name, valueType]),
  )
  expect(types).toMatchObject({ typed: 'integer', checkout: undefined })
  await as.admin.delete(`${project}/typed`)
})

test('the server SDK gets values of all types, with variants and reasons', async () => {
  await settled()
  await OnServer.setProviderAndWait(
    new OFREPProvider({ baseUrl, headers: [['Authorization', `Bearer ${actors.backendToken.token}`]] }),
  )
  const client = OnServer.getClient()
  const user = { targetingKey: '7', plan: 'gold' }
  expect(await client.getBooleanDetails('checkout', false, user)).toMatchObject({
    value: true,
    variant: 'on',
    reason: 'STATIC',
    flagMetadata: { project: 'default', environment: 'development', type: 'release' },
  })
  expect(await client.getStringDetails('colour', 'red', user)).toMatchObject({
    value: 'blue',
    variant: 'only',
  })
  expect(await client.getNumberValue('size', 1, user)).toBe(42)
  expect(await client.getObjectValue('layout', {}, user)).toEqual({ columns: 3 })
  expect(await client.getBooleanDetails('beta', false, user)).toMatchObject({
    value: true,
    reason: 'TARGETING_MATCH',
  })
  expect(await client.getBooleanValue('beta', true, { targetingKey: '7' })).toBe(false)
  expect(await client.getBooleanDetails('unheard', true, user)).toMatchObject({
    value: true,
    errorCode: 'FLAG_NOT_FOUND',
  })
  expect(await client.getBooleanDetails('colour', true, user)).toMatchObject({
    value: true,
    errorCode: 'TYPE_MISMATCH',
  })
})

test('a flag with variants that is off returns the default value of the code', async () => {
  await switchTo('off', 'colour')
  await settled()
  expect(await OnServer.getClient().getStringValue('colour', 'red', { targetingKey: '7' })).toBe('red')
  await switchTo('on', 'colour')
  await settled()
})

test('evaluations by the server SDK are counted as usage', async () => {
  const counted = () =>
    db
      .selectFrom('usage_hours')
      .select((eb) => [eb.fn.sum<string>('yes').as('yes'), eb.fn.sum<string>('no').as('no')])
      .where('flag', '=', 'beta')
      .where('app', '=', 'ofrep')
      .where('variant', '=', '')
      .executeTakeFirstOrThrow()
  await expect.poll(counted, soon).toEqual({ yes: '1', no: '1' })
})

test('the web SDK gets all values at once, and changes over the stream', async () => {
  const headers: [string, string][] = [['X-API-Key', actors.frontendToken.token]]
  await InBrowser.setContext({ targetingKey: '7', plan: 'gold' })
  const changed: (string[] | undefined)[] = []
  InBrowser.addHandler(
    ProviderEvents.ConfigurationChanged,
    (details) => void changed.push(details?.flagsChanged as string[] | undefined),
  )
  await InBrowser.setProviderAndWait(webProvider({ headers, cacheMode: 'disabled' }))
  const client = InBrowser.getClient()
  expect(client.getBooleanDetails('checkout', false)).toMatchObject({
    value: true,
    variant: 'on',
    reason: 'STATIC',
  })
  expect(client.getStringDetails('colour', 'red')).toMatchObject({ value: 'blue', variant: 'only' })
  expect(client.getNumberValue('size', 1)).toBe(42)
  expect(client.getObjectValue('layout', {})).toEqual({ columns: 3 })
  expect(client.getBooleanValue('beta', false)).toBe(true)
  expect(client.getBooleanDetails('unheard', true)).toMatchObject({
    value: true,
    errorCode: 'FLAG_NOT_FOUND',
  })
  expect(client.getNumberDetails('colour', 1)).toMatchObject({ value: 1, errorCode: 'TYPE_MISMATCH' })
  await InBrowser.setContext({ targetingKey: '7' })
  expect(client.getBooleanValue('beta', true)).toBe(false)
  await switchTo('off', 'checkout')
  await expect.poll(() => client.getBooleanValue('checkout', true), soon).toBe(false)
  expect(changed).toContainEqual(['checkout'])
  await switchTo('off', 'colour')
  await expect
    .poll(() => client.getStringDetails('colour', 'red'), soon)
    .toMatchObject({
      value: 'red',
      reason: 'DISABLED',
    })
})

test('only backend and frontend tokens can use OFREP', async () => {
  const context = { context: {} }
  const status = async (actor: keyof typeof as, path: string) =>
    (await as[actor].post(`/ofrep/v1/evaluate/flags${path}`, context)).status
  for (const path of ['', '/checkout']) {
    for (const actor of ['backendToken', 'frontendToken'] as const)
      expect(await status(actor, path)).toBe(200)
    for (const actor of ['adminToken', 'admin', 'viewer'] as const)
      expect(await status(actor, path)).toBe(403)
    expect(await status('anonymous', path)).toBe(401)
  }
  expect((await as.admin.get('/ofrep/v1/stream')).status).toBe(403)
  expect((await as.anonymous.get('/ofrep/v1/stream')).status).toBe(401)
})

test('a kill switch with default true works in both providers, and names of unreleased flags stay hidden', async () => {
  await makeFlag('kill-switch')
  expect((await switchTo('off', 'kill-switch')).status).toBe(200)
  await as.admin.post(project, { name: 'unreleased' })
  await settled()
  const answer = async (token: string, path = '') =>
    fetch(`${baseUrl}/ofrep/v1/evaluate/flags${path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ context: { targetingKey: '7' } }),
    })
  const { flags } = (await (await answer(actors.frontendToken.token)).json()) as { flags: { key: string }[] }
  const keys = flags.map(({ key }) => key)
  expect(keys).toContain('kill-switch')
  expect(keys).not.toContain('unreleased')
  expect((await answer(actors.frontendToken.token, '/unreleased')).status).toBe(404)
  expect((await answer(actors.backendToken.token, '/unreleased')).status).toBe(200)

  const headers: [string, string][] = [['Authorization', `Bearer ${actors.frontendToken.token}`]]
  await OnServer.setProviderAndWait('kill', new OFREPProvider({ baseUrl, headers }))
  expect(await OnServer.getClient('kill').getBooleanDetails('kill-switch', true)).toMatchObject({
    value: false,
    reason: 'STATIC',
    flagMetadata: { reason: 'DISABLED' },
  })
  await InBrowser.setProviderAndWait('kill', webProvider({ headers }))
  const browser = InBrowser.getClient('kill')
  expect(browser.getBooleanDetails('kill-switch', true)).toMatchObject({ value: false, reason: 'STATIC' })
  expect(browser.getBooleanDetails('unreleased', true)).toMatchObject({
    value: true,
    errorCode: 'FLAG_NOT_FOUND',
  })
})
