import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { patch, person, provider } from '../../../../test/scim.ts'

const idp = await provider(await testApp())
const users = '/scim/Users'
const create = async (userName: string, more: object = {}) =>
  (await idp.post(users, person(userName, more))).body as { id: string }
await create('grace@navy.mil', { externalId: 'okta-1' })
await create('edith@example.com')
await create('still@example.com', { active: false })

test('accounts can be filtered by the attributes that identity providers use', async () => {
  const found = async (filter: string) => {
    const { status, body } = await idp.get(`${users}?filter=${encodeURIComponent(filter)}`)
    expect(status).toBe(200)
    return body.Resources.map((user: { userName: string }) => user.userName)
  }
  const { id } = (await idp.get(`${users}?filter=userName eq "grace@navy.mil"`)).body.Resources[0]
  for (const filter of [
    'userName eq "GRACE@NAVY.MIL"',
    'externalId eq "okta-1"',
    `id eq "${id}"`,
    'displayName eq "grace hopper" and emails.value sw "grace@"',
    'emails[type eq "work"].value eq "grace@navy.mil"',
    'emails[type eq "work" and value co "NAVY"]',
    'emails eq "grace@navy.mil"',
    'userName ew "navy.mil" and active eq true',
    'name.familyName eq "Hopper" and userName eq "grace@navy.mil"',
    'not (externalId ne "okta-1")',
    'externalId pr and meta.created gt "2020-01-01T00:00:00Z"',
    'userName eq "grace@navy.mil" or userName eq "nobody"',
  ]) {
    expect([filter, await found(filter)]).toEqual([filter, ['grace@navy.mil']])
  }
  expect(await found('externalId eq "OKTA-1"')).toEqual([])
  expect(await found('userName eq "edith@example.com" and active eq "False"')).toEqual([])
  expect(await found('not (userName pr)')).toEqual([])
  expect(await found('active eq false')).toContain('still@example.com')
  expect(await found("userName eq \"x' or '1'='1\"")).toEqual([])
})

test.each([
  'shoeSize eq 43',
  'userName eq',
  'active gt true',
  'meta.created co "2020"',
  'meta.created gt "soon"',
  '__proto__ pr',
  'constructor eq "x"',
])('the filter %s is refused', async (filter) => {
  const { status, body } = await idp.get(`${users}?filter=${encodeURIComponent(filter)}`)
  expect([status, body.scimType]).toEqual([400, 'invalidFilter'])
})

test('accounts that SCIM does not manage are not listed', async () => {
  const { body } = await idp.get(
    `${users}?filter=userName eq "olga@example.com" or emails.value eq "ada@example.com"`,
  )
  expect(body.totalResults).toBe(0)
})

test('attributes and excludedAttributes limit the returned attributes', async () => {
  const { body } = await idp.get(`${users}?attributes=userName&filter=externalId eq "okta-1"`)
  expect(body.Resources).toEqual([
    { schemas: [expect.any(String)], id: expect.any(String), userName: 'grace@navy.mil' },
  ])
  const less = await idp.get(
    `${users}?excludedAttributes=groups,meta,name,emails&filter=externalId eq "okta-1"`,
  )
  expect(Object.keys(less.body.Resources[0])).toEqual([
    'schemas',
    'id',
    'externalId',
    'userName',
    'displayName',
    'active',
  ])
})

test('invalid user requests return errors in SCIM format', async () => {
  const { id } = await create('wrong@example.com')
  for (const [answer, status, scimType] of [
    [await idp.post(users, {}), 400, 'invalidValue'],
    [await idp.post(users, []), 400, 'invalidValue'],
    [await idp.post(users, person('x', { emails: [{ value: 'no address' }] })), 400, 'invalidValue'],
    [await idp.put(`${users}/${id}`, { userName: '' }), 400, 'invalidValue'],
    [
      await idp.patch(`${users}/${id}`, patch({ op: 'replace', path: 'shoeSize', value: 1 })),
      400,
      'invalidPath',
    ],
    [await idp.get(`${users}/nobody`), 404, undefined],
    [await idp.put(`${users}/nobody`, person('nobody')), 404, undefined],
    [
      await idp.patch(`${users}/nobody`, patch({ op: 'replace', path: 'active', value: true })),
      404,
      undefined,
    ],
    [await idp.get('/scim/Elephants'), 404, undefined],
    [await idp.post(users, person('y'), { headers: { 'content-type': 'text/xml' } }), 415, undefined],
  ] as const) {
    expect([answer.status, answer.body.scimType]).toEqual([status, scimType])
    expect(answer.body).toMatchObject({ status: String(status), detail: expect.any(String) })
    expect(answer.headers['content-type']).toContain('application/scim+json')
  }
})
