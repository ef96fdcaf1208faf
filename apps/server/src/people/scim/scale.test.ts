import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { patch, person, provider } from '../../../test/scim.ts'

const kit = await testApp()
const { db } = kit
const idp = await provider(kit)

test('of concurrent requests to create the same account, only one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(
      [1, 2, 3].map(() => idp.post('/scim/Users', person(`race${round}@example.com`))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.scimType).toBe('uniqueness')
  }
})

test('of concurrent requests to create the same group, only one succeeds', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => idp.post('/scim/Groups', { displayName: 'Race' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
})

test('members added concurrently are all stored', async () => {
  const ids = await Promise.all(
    Array.from(
      { length: 8 },
      async (_, i) => (await idp.post('/scim/Users', person(`member${i}@x`))).body.id,
    ),
  )
  const { id } = (await idp.post('/scim/Groups', { displayName: 'Together' })).body
  const added = await Promise.all(
    ids.map((value) =>
      idp.patch(`/scim/Groups/${id}`, patch({ op: 'add', path: 'members', value: [{ value }] })),
    ),
  )
  expect(added.map(({ status }) => status)).toEqual(ids.map(() => 200))
  expect((await idp.get(`/scim/Groups/${id}`)).body.members).toHaveLength(8)
})

test('concurrent changes of one account are not lost', async () => {
  const { id } = (await idp.post('/scim/Users', person('two@example.com'))).body
  await Promise.all([
    idp.patch(`/scim/Users/${id}`, patch({ op: 'replace', path: 'name.givenName', value: 'Augusta' })),
    idp.patch(`/scim/Users/${id}`, patch({ op: 'replace', path: 'name.familyName', value: 'King' })),
  ])
  expect((await idp.get(`/scim/Users/${id}`)).body.displayName).toBe('Augusta King')
})

/** Inserts accounts as if they had been created one by one. */
const makeMany = (prefix: string, count: number) =>
  sql`with made as (
      insert into users (email, name, root_role, scim_id)
      select ${prefix}::text || n || '@example.com', n::text, 3, ${prefix}::text || n
      from generate_series(1, ${count}::int) n returning id, email)
    insert into scim_users (user_id, user_name) select id, email from made`.execute(db)

test('a thousand accounts can be listed page by page, each once', async () => {
  await makeMany('many', 1_000)
  const filter = encodeURIComponent('userName sw "many"')
  const seen = new Set<string>()
  for (let start = 1; ; ) {
    const { body } = await idp.get(`/scim/Users?filter=${filter}&startIndex=${start}&count=1000`)
    expect(body).toMatchObject({ totalResults: 1_000, startIndex: start })
    expect(body.itemsPerPage).toBe(body.Resources.length)
    expect(body.itemsPerPage).toBeLessThanOrEqual(200)
    for (const { id } of body.Resources) seen.add(id)
    if (body.Resources.length === 0) break
    start += body.itemsPerPage
  }
  expect(seen.size).toBe(1_000)
})

test('out-of-range page parameters are clamped', async () => {
  const list = async (query: string) => (await idp.get(`/scim/Users?${query}`)).body
  expect(await list('startIndex=-5&count=1')).toMatchObject({ startIndex: 1, itemsPerPage: 1 })
  expect(await list('count=-1')).toMatchObject({ itemsPerPage: 0, Resources: [] })
  expect((await list('count=0')).totalResults).toBeGreaterThan(1_000)
  expect(await list('startIndex=9007199254740991')).toMatchObject({ itemsPerPage: 0 })
  expect((await idp.get('/scim/Users?count=many')).status).toBe(400)
})

test('thousands of members can be added to and removed from a group in one request', async () => {
  await makeMany('more', 3_000)
  const ids = Array.from({ length: 3_000 }, (_, i) => `more${i + 1}`)
  const { id } = (await idp.post('/scim/Groups', { displayName: 'Everybody' })).body
  const all = patch({ op: 'add', path: 'members', value: ids.map((value) => ({ value })) })
  expect((await idp.patch(`/scim/Groups/${id}?excludedAttributes=members`, all)).status).toBe(200)
  expect((await idp.get(`/scim/Groups/${id}`)).body.members).toHaveLength(3_000)
  const none = patch({ op: 'remove', path: 'members', value: ids.map((value) => ({ value })) })
  expect((await idp.patch(`/scim/Groups/${id}`, none)).body.members).toEqual([])
})

test.each([
  ['a body beyond 256 kB', 413, person('large@x', { displayName: 'x'.repeat(256 * 1024) })],
  [
    'a list of members beyond it',
    413,
    { displayName: 'Large', members: Array(9_000).fill({ value: 'x'.repeat(26) }) },
  ],
  ['a body that is nested deeply', 400, deep(500)],
])('%s is refused', async (_what, status, body) => {
  expect((await idp.post('/scim/Groups', body)).status).toBe(status)
})

function deep(levels: number): object {
  let value: object = {}
  for (let i = 0; i < levels; i++) value = { name: value }
  return value
}

test('hostile patches are refused and change nothing', async () => {
  const { id } = (await idp.post('/scim/Users', person('hostile@example.com'))).body
  for (const operation of [
    { op: 'replace', path: '.'.repeat(200_000), value: 'x' },
    { op: 'replace', path: `emails[${'('.repeat(100_000)}].value`, value: 'x' },
    { op: 'remove', path: 'emails', value: Array(5_000).fill({ value: 'a@b', type: 'work' }) },
    { op: 'add', path: 'emails', value: Array(5_000).fill({ value: 'a@b' }) },
    { op: 'replace', path: '__proto__', value: { polluted: true } },
    { op: 'replace', path: 'name.__proto__.polluted', value: true },
    { op: 'replace', value: JSON.parse('{"__proto__":{"polluted":true}}') },
    { op: 'replace', path: 'userName', value: 'zero\u0000' },
  ]) {
    const { status } = await idp.patch(`/scim/Users/${id}`, patch(operation))
    expect([operation.path?.slice(0, 40), status < 500]).toEqual([operation.path?.slice(0, 40), true])
  }
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  expect((await idp.get(`/scim/Users/${id}`)).body.userName).toBe('hostile@example.com')
})

test('all SCIM accounts can be deleted at once and created again', async () => {
  await idp.post('/scim/Users', person('inactive@example.com', { active: false }))
  expect((await kit.as.viewer.delete('/api/admin/user-admin/scim-users')).status).toBe(403)
  expect((await kit.as.admin.delete('/api/admin/user-admin/scim-users')).status).toBe(200)
  expect((await idp.get('/scim/Users')).body.totalResults).toBe(0)
  for (const name of ['many1@example.com', 'inactive@example.com']) {
    expect((await idp.post('/scim/Users', person(name))).status).toBe(201)
  }
})
