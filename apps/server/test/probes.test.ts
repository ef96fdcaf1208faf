import { expect, test } from 'vitest'
import { type Answer, testApp } from './kit.ts'
import { patch, person, provider } from './scim.ts'

// The security probes, by number. Most have their test where the behaviour lives:
//  S1 password guessing    src/auth/auth.test.ts, src/auth/budget.test.ts
//  S2 spoofed IP addresses src/auth/forwarded.test.ts
//  S3 timing attacks       src/auth/timing.long.test.ts
//  S4 password hash        src/auth/budget.test.ts, src/auth/auth.test.ts
//  S5 session cookie       src/auth/auth.test.ts, and below
//  S6 CSRF                 src/auth/auth.test.ts, below, and in a browser in e2e/journeys/probes.test.ts
//  S7 headers              below; the CSP of the page in e2e/journeys/probes.test.ts
//  S8 CORS                 packages/delivery/src/delivery.test.ts, and below
//  S9 tokens               src/secrets.test.ts, src/tokens/api-tokens/api-tokens.test.ts
//  S10 error bodies        src/platform/platform.test.ts, and below
//  S11 SSRF                src/platform/http/outbound.test.ts: so far only identity providers are called
//  S12 prototype pollution src/flags/json-patch.test.ts, src/flags/flags.test.ts, and below
//  S13 large, deep bodies  below
//  S14 playground          src/playground/contexts.test.ts, src/playground/playground.test.ts

const kit = await testApp({ UNLEASH_FRONTEND_API_ORIGINS: 'https://shop.example' })
const { as, app, client, actors } = kit
const idp = await provider(kit)
const admin = '/api/admin'

/** Internals that an error must never reveal: SQL, the driver, or the place in the code. */
const inside =
  /select |insert |update |relation|column|syntax error|kysely|\bpg\b|node_modules|\.ts:\d|ECONN/i
const isClean = ({ body }: Answer) => !inside.test(typeof body === 'string' ? body : JSON.stringify(body))

test('S5: the session cookie has the __Host- prefix, and a guessed session is refused', async () => {
  const { sessionCookie } = await import('../src/people/auth/index.ts')
  expect(sessionCookie(false)).toMatch(/^__Host-/)
  const { status } = await client({ cookie: 'flagstaff-session=guessed' }).get(`${admin}/user`)
  expect(status).toBe(401)
})

test('S6: cross-site requests with a session cookie are refused on every route that changes something', async () => {
  const { digestOf } = await import('../src/people/tokens/index.ts')
  await kit.db
    .insertInto('sessions')
    .values({ digest: digestOf('own'), user_id: actors.admin.id, expires_at: new Date(Date.now() + 1e9) })
    .execute()
  const foreign = client({ cookie: 'flagstaff-session=own', 'sec-fetch-site': 'cross-site' })
  const document = (await as.admin.get('/docs/openapi.json')).body
  const passed: string[] = []
  for (const [path, item] of Object.entries<object>(document.paths)) {
    if (!path.startsWith(admin)) continue
    const url = path.replace(/\{[^}]+\}/g, '1')
    for (const method of Object.keys(item) as ('get' | 'post' | 'put' | 'patch' | 'delete')[]) {
      if (method === 'get') continue
      const { status } = method === 'delete' ? await foreign.delete(url) : await foreign[method](url, {})
      if (status !== 403) passed.push(`${method} ${path} ${status}`)
    }
  }
  expect(passed).toEqual([])
})

test('S7: all responses have security headers, even a 404', async () => {
  for (const url of [`${admin}/segments`, '/scim/Users', '/auth/nowhere', '/api/nowhere']) {
    const { headers } = await as.admin.get(url)
    expect([url, headers]).toMatchObject([
      url,
      {
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      },
    ])
  }
})

test('S7: responses of the control plane are not cached unless a route allows it', async () => {
  for (const url of [
    `${admin}/segments`,
    `${admin}/api-tokens`,
    '/scim/Users',
    '/health',
    `${admin}/nowhere`,
  ]) {
    expect([url, (await as.admin.get(url)).headers['cache-control']]).toEqual([url, 'no-store'])
  }
  const { headers } = await as.anonymous.post('/auth/simple/login', { username: 'ada', password: 'x' })
  expect(headers['cache-control']).toBe('no-store')
  const asset = await as.anonymous.get('/docs/assets/swagger-ui.css')
  expect(asset.headers['cache-control']).toContain('public')
})

test('S7: frontend responses have nosniff', async () => {
  const frontend = client({ authorization: actors.frontendToken.token })
  for (const answer of [
    await frontend.get('/api/frontend?userId=7'),
    await frontend.get('/api/frontend/nowhere'),
    await frontend.post('/api/frontend', { context: {} }),
    await frontend.post('/ofrep/v1/evaluate/flags', { context: {} }),
    await as.anonymous.get('/api/frontend'),
    await as.backendToken.get('/api/frontend'),
  ])
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
})

test('S8: the admin API and SCIM allow no cross-origin requests', async () => {
  const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' }
  for (const url of [`${admin}/segments`, '/scim/Users']) {
    const { headers: answer } = await as.admin.get(url, { headers })
    expect(answer['access-control-allow-origin']).toBeUndefined()
    expect(answer['access-control-allow-credentials']).toBeUndefined()
  }
})

test('S10: hostile input is refused without an internal error, and errors reveal no internals', async () => {
  const hostile = [
    '\u0000',
    '\ud800',
    "' or 1=1 --",
    '../../etc/passwd',
    'x'.repeat(1_900),
    '%',
    '99999999999999999999',
  ]
  const failures: string[] = []
  const look = (about: string, answer: Answer) => {
    if (answer.status >= 500 || !isClean(answer))
      failures.push(`${about}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  for (const text of hostile) {
    const part = encodeURIComponent(text.toWellFormed())
    for (const url of [
      `${admin}/segments/${part}`,
      `${admin}/projects/${part}/features`,
      `${admin}/projects/default/features/${part}`,
      `${admin}/user-admin/${part}`,
      `${admin}/search/features?query=${part}&sortBy=${part}`,
      `${admin}/search/events?query=${part}`,
      `${admin}/user-admin/search?q=${part}`,
    ]) {
      look(`GET ${url}`, await as.admin.get(url))
    }
    look(
      'segment',
      await as.admin.post(`${admin}/segments`, { name: text, description: text, constraints: [] }),
    )
    look('login', await as.anonymous.post('/auth/simple/login', { username: text, password: text }))
    look(
      'SCIM filter',
      await idp.get(`/scim/Users?filter=${encodeURIComponent(`userName eq "${text.toWellFormed()}"`)}`),
    )
    look('SCIM path', await idp.get(`/scim/Users/${part}`))
    look('SCIM body', await idp.post('/scim/Users', person(text)))
  }
  expect(failures).toEqual([])
})

test('S12: no path allows prototype pollution', async () => {
  const { id } = (await idp.post('/scim/Users', person('probe@example.com'))).body
  await as.admin.post(`${admin}/projects/default/features`, { name: 'probe' })
  const path = '/__proto__/polluted'
  const answers = [
    await as.admin.patch(`${admin}/projects/default/features/probe`, [{ op: 'add', path, value: true }]),
    await idp.patch(`/scim/Users/${id}`, patch({ op: 'add', path: '__proto__.polluted', value: true })),
    await idp.patch(`/scim/Users/${id}`, patch({ op: 'add', path: 'constructor.prototype', value: {} })),
  ]
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

test('S13: body size is limited per route, and deeply nested bodies do not block the server', async () => {
  const large = { text: 'x'.repeat(5 * 1024 * 1024) }
  const deep = `${'['.repeat(40_000)}${']'.repeat(40_000)}`
  const raw = (url: string, authorization: string, payload: string) =>
    app.http.inject({
      method: 'POST',
      url,
      headers: { authorization, 'content-type': 'application/json' },
      payload,
    })
  const backend = actors.backendToken.token
  for (const [url, token] of [
    [`${admin}/segments`, actors.admin.token],
    [`${admin}/constraints/validate`, actors.admin.token],
    [`${admin}/playground/advanced`, actors.admin.token],
    ['/auth/simple/login', ''],
    ['/scim/Users', ''],
    ['/api/client/metrics', backend],
    ['/api/client/register', backend],
    ['/ofrep/v1/evaluate/flags', actors.frontendToken.token],
  ] as const) {
    const tooLarge = url.startsWith('/scim')
      ? await idp.post(url, large)
      : { status: (await raw(url, token, JSON.stringify(large))).statusCode }
    expect([url, tooLarge.status]).toEqual([url, 413])
    const { statusCode } = await raw(url, token, deep)
    expect([url, statusCode >= 400 && statusCode < 500]).toEqual([url, true])
  }
})
