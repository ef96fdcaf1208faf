import { expect, test } from 'vitest'
import { testApp } from './kit.ts'
import { provider } from './scim.ts'

const { app, as, actors, client } = await testApp()
const authorization = actors.admin.token ?? ''

/** Sends the body as text, for JSON that JSON.stringify cannot produce. */
const send = (method: 'POST' | 'PUT', url: string, payload: string, token = authorization) =>
  app.http.inject({
    method,
    url,
    payload,
    headers: { authorization: token, 'content-type': 'application/json' },
  })

test.each(['Infinity', '-Infinity', '1e21', '1e300', '-1e21', '99999999999999999999'])(
  '%s is refused as an id',
  async (id) => {
    for (const path of ['user-admin/ID', 'user-admin/ID/permissions', 'segments/ID', 'roles/ID', 'groups/ID'])
      expect([path, (await as.admin.get(`/api/admin/${path.replace('ID', id)}`)).status]).toEqual([path, 400])
    expect((await as.admin.post(`/api/admin/events/${id}/revert`, {})).status).toBe(400)
    expect((await as.admin.get(`/api/admin/logins?offset=${id}`)).status).toBeLessThan(500)
  },
)

test.each(['1e21', '1e300', '1e400', '-1e400', '123456789012345678901234567890'])(
  'a body with the number %s is refused',
  async (number) => {
    const access = '/api/admin/projects/default/access'
    const bodies: [method: 'POST' | 'PUT', url: string, body: string][] = [
      ['POST', access, `{"roles":[${number}],"users":[1],"groups":[]}`],
      ['POST', access, `{"roles":[4],"users":[${number}],"groups":[]}`],
      ['PUT', access, `{"roles":[{"id":4,"users":[${number}]}]}`],
      ['PUT', '/api/admin/projects/default/users/1/roles', `{"roles":[${number}]}`],
      ['POST', '/api/admin/user-admin', `{"username":"a","rootRole":${number}}`],
      ['POST', '/api/admin/groups', `{"name":"a","rootRole":${number}}`],
      ['POST', '/api/admin/user-admin/inactive/delete', `{"ids":[${number}]}`],
    ]
    for (const [method, url, body] of bodies)
      expect([url, body, (await send(method, url, body)).statusCode]).toEqual([url, body, 400])
  },
)

test.each(['1e300', '1e400'])('counts of %s are refused', async (number) => {
  const counts = `{"appName":"a","bucket":{"start":"2026-05-05T12:00:00Z","stop":"2026-05-05T12:01:00Z","toggles":{"x":{"yes":${number},"no":0}}}}`
  const { statusCode } = await send('POST', '/api/client/metrics', counts, actors.backendToken.token ?? '')
  expect(statusCode).toBe(400)
})

test.each(['\\udfff', '\\ud800', '\\udfff\\ud800', '\\u0000'])(
  'half a character (%s) is refused',
  async (half) => {
    const rules = '/api/admin/projects/default/features/halves/environments/development/strategies'
    await send('POST', '/api/admin/projects/default/features', '{"name":"halves"}')
    const bodies: [url: string, body: string][] = [
      ['/api/admin/context', `{"name":"halves","legalValues":[{"value":"a","description":"${half}"}]}`],
      ['/api/admin/context/userId/legal-values', `{"value":"${half}"}`],
      [
        rules,
        `{"name":"default","constraints":[{"contextName":"userId","operator":"IN","values":["${half}"]}]}`,
      ],
      [
        '/api/admin/segments',
        `{"name":"a","constraints":[{"contextName":"${half}","operator":"IN","values":[]}]}`,
      ],
    ]
    for (const [url, body] of bodies)
      expect([url, (await send('POST', url, body)).statusCode]).toEqual([url, 400])
  },
)

const DEPTH = 8_000
test.each([
  ['lists', `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`],
  ['objects', `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`],
])('deeply nested %s are refused', async (_title, deep) => {
  const bodies: [url: string, body: string][] = [
    ['/api/admin/segments', deep],
    ['/api/admin/segments', `{"name":"a","constraints":[],"more":${deep}}`],
    ['/api/admin/projects/default/features', `{"name":"deep","more":${deep}}`],
    [
      '/api/admin/features-batch/validate',
      `{"environment":"development","project":"default","data":${deep}}`,
    ],
    ['/api/admin/playground', `{"environment":"development","context":{"properties":${deep}}}`],
    ['/api/client/register', `{"appName":"a","interval":1,"started":1,"strategies":[],"more":${deep}}`],
    ['/ofrep/v1/evaluate/flags', `{"context":{"targetingKey":"7","more":${deep}}}`],
  ]
  for (const [url, body] of bodies) {
    const token = url.startsWith('/api/admin') ? authorization : (actors.backendToken.token ?? '')
    expect([url, (await send('POST', url, body, token)).statusCode]).toEqual([url, 400])
  }
})

test.each(['0000-01-01T00:00:00Z', '0000-12-31T23:59:59Z'])('%s is not a date', async (date) => {
  const token = { tokenName: 'year 0', type: 'client', environment: 'development', expiresAt: date }
  expect((await as.admin.post('/api/admin/api-tokens', token)).status).toBe(400)
  const idp = await provider({ as, client })
  for (const moment of [date, date.replace('0000', '-000001')]) {
    const filter = encodeURIComponent(`meta.created gt "${moment}"`)
    expect((await idp.get(`/scim/Users?filter=${filter}`)).status).toBe(400)
  }
})

test.each(['2090-01-01T00:00:00+16:00', '2090-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59'])(
  '%s is refused where a time is stored',
  async (moment) => {
    const home = '/api/admin/projects/default'
    const name = `at-${moment.replaceAll(/\W/g, '-')}`
    await as.admin.post(`${home}/features`, { name })
    const change = { headers: { prefer: 'propose' } }
    const on = `${home}/features/${name}/environments/development/on`
    const { body } = await as.admin.post(on, undefined, change)
    const until = await as.admin.put(`${home}/change-requests/${body.id}/until`, { until: moment })
    const freeze = { name, reason: '', project: null, environments: [], weekly: null, breakGlass: true }
    const times = { startsAt: '2089-01-01T00:00:00Z', endsAt: moment }
    const frozen = await as.admin.post('/api/admin/freezes', { ...freeze, ...times })
    expect([until.status, frozen.status]).toEqual([400, 400])
    await as.admin.delete(`${home}/change-requests/${body.id}`)
  },
)

test.each([1e21, -1, 1.5, 3e9])('a change request cannot name the segment %s', async (id) => {
  const open = '/api/admin/projects/default/environments/development/change-requests'
  for (const change of [
    { action: 'deleteSegment', payload: { id } },
    { action: 'updateSegment', payload: { id, name: 'a', constraints: [] } },
  ])
    expect((await as.admin.post(open, change)).status).toBe(400)
})
