import { expect, test } from 'vitest'
import { BACKEND, FRONTEND, flag, half, one, openOfrep, rows, SHOP } from '../../test/ofrep.ts'

const kit = openOfrep()
const { publish, post, evaluate } = kit

test('both kinds of token are accepted, in both headers, within their projects', async () => {
  const status = async (headers: Record<string, string>) =>
    (
      await kit.server.inject({
        method: 'POST',
        url: '/flags/ofrep/v1/evaluate/flags/plain',
        headers,
        payload: { context: {} },
      })
    ).statusCode
  for (const secret of [BACKEND, FRONTEND]) {
    expect(await status({ authorization: secret })).toBe(200)
    expect(await status({ authorization: `Bearer ${secret}` })).toBe(200)
    expect(await status({ 'x-api-key': secret })).toBe(200)
  }
  expect(await status({})).toBe(401)
  expect(await status({ 'x-api-key': 'unknown' })).toBe(401)
  expect(await status({ authorization: '*:*.admin' })).toBe(403)
  expect((await evaluate('plain', {}, SHOP)).status).toBe(404)
  publish(rows(flag('cart', { project: 'shop' })), 'shop')
  expect((await post('', { token: SHOP })).body.flags).toMatchObject([{ key: 'cart' }])
  publish([{ kind: 'setting', environment: '*', name: 'frontend', doc: { origins: [], enabled: false } }])
  expect([await status({ authorization: FRONTEND }), await status({ authorization: BACKEND })]).toEqual([
    403, 200,
  ])
})

test('browsers can call from allowed origins only', async () => {
  const origins = ['https://a.example']
  publish([{ kind: 'setting', environment: '*', name: 'frontend', doc: { origins, enabled: true } }])
  const from = async (origin: string) =>
    (await post('', { token: FRONTEND, headers: { origin } })).headers['access-control-allow-origin']
  expect([await from('https://a.example'), await from('https://b.example')]).toEqual([origins[0], undefined])
  const preflight = await kit.server.inject({
    method: 'OPTIONS',
    url: '/flags/ofrep/v1/evaluate/flags',
    headers: { origin: 'https://a.example', 'access-control-request-headers': 'authorization,if-none-match' },
  })
  expect([preflight.statusCode, preflight.headers['access-control-allow-headers']]).toEqual([
    204,
    'authorization,if-none-match',
  ])
  const refused = await post('', { token: 'no', headers: { origin: 'https://a.example' } })
  expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, origins[0]])
})

test('the ETag is the same for the same configuration and context, and differs otherwise', async () => {
  publish(rows(flag('half', { strategies: [half] })))
  const tagOf = async (context: object) => (await post('', { context, token: FRONTEND })).headers.etag
  const etag = String(await tagOf({}))
  expect(await tagOf({})).toBe(etag)
  expect((await post('', { token: FRONTEND, headers: { 'if-none-match': etag } })).status).toBe(304)
  expect(await tagOf({ targetingKey: '7' })).not.toBe(etag)
  publish(rows(flag('plain', { enabled: false })))
  expect(await tagOf({})).not.toBe(etag)
})

test('a request that names a newer configuration waits for it, but not forever', async () => {
  const slow = post('', { query: `?flagConfigEtag=1-${kit.revision + 1}` })
  publish(rows(flag('plain', { enabled: false })))
  expect((await slow).body.flags).toMatchObject([{ value: false }])
  for (const query of [
    '?flagConfigEtag=1-1',
    '?flagConfigEtag=2-99',
    '?flagConfigEtag=x',
    '?flagConfigLastModified=1',
  ])
    expect((await post('', { query })).status).toBe(200)
  expect((await post('', { query: '?flagConfigEtag=1-999999' })).status).toBe(200)
})

test('single evaluations are counted in groups, bulk ones are not, and no counts are lost during an outage', async () => {
  publish(rows(flag('colour', { variants: one('blue') })))
  await Promise.all([evaluate('plain'), evaluate('plain'), evaluate('colour', { appName: 'shop' })])
  await post('')
  await evaluate('unknown')
  kit.away = true
  kit.attempts = 0
  await expect.poll(() => kit.attempts).toBeGreaterThan(0)
  kit.away = false
  await kit.server.close()
  expect(kit.reported).toMatchObject([
    { app: 'ofrep', environment: 'development', counts: [{ flag: 'plain', yes: 2, no: 0 }] },
    { app: 'shop', counts: [{ flag: 'colour', yes: 1, variants: [['blue', 1]] }] },
  ])
})

test('browsers cannot create an unlimited number of application names', async () => {
  for (let one = 0; one < 20; one++) await kit.evaluate('plain', { appName: `made-up-${one}` }, FRONTEND)
  await kit.evaluate('plain', {}, FRONTEND)
  for (let one = 0; one < 20; one++) await kit.evaluate('plain', { appName: `server-${one}` })
  await kit.server.close()
  const names = kit.reported.map(({ app }) => app)
  expect(names.filter((name) => name.startsWith('made-up'))).toHaveLength(10)
  expect(names.filter((name) => name.startsWith('server'))).toHaveLength(20)
  const others = kit.reported.filter(({ app }) => app === 'other')
  expect(others.reduce((sum, { counts }) => sum + (counts[0]?.yes ?? 0), 0)).toBe(10)
  expect(names).toContain('ofrep')
})
