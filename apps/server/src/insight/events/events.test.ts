import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'

const { app, as, db, actors, client } = await testApp()
const admin = '/api/admin'
type Found = { id: number; type: string; project: string | null; summary: string; ip?: string }
const search = async (query: string, who = as.admin): Promise<{ events: Found[]; total: number }> =>
  (await who.get(`${admin}/search/events?${query}`)).body
const types = async (query: string, who = as.admin) =>
  (await search(query, who)).events.map(({ type }) => type)

beforeAll(async () => {
  await db
    .insertInto('projects')
    .values([
      { id: 'open', name: 'Open' },
      { id: 'hidden', name: 'Hidden', mode: 'private' },
    ])
    .execute()
  const segment = (name: string, project?: string) =>
    as.admin.post(`${admin}/segments`, { name, constraints: [], ...(project ? { project } : {}) })
  await segment('betaUsers')
  await segment('in-the-open', 'open')
  await segment('in-hiding', 'hidden')
  await as.editor.post(`${admin}/user/tokens`, { description: 'x', expiresAt: '2100-01-01T00:00:00Z' })
  await as.owner.post(`${admin}/projects/default/api-tokens`, {
    tokenName: 'shop',
    type: 'backend',
    environment: 'production',
  })
})

test('administrators can read all events, newest first, each with a summary', async () => {
  const { status, body } = await as.admin.get(`${admin}/events`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ version: 1, totalEvents: 5 })
  expect(body.events.map(({ id }: Found) => id)).toEqual([5, 4, 3, 2, 1])
  expect(body.events[0]).toMatchObject({
    type: 'api-token-created',
    createdBy: 'olga@example.com',
    createdByUserId: actors.owner.id,
    project: 'default',
    environment: 'production',
    featureName: null,
    ip: '127.0.0.1',
    label: 'API token created',
    summary: '`olga@example.com` created the API token `shop` in `production` in the project `default`.',
  })
  const open = await as.admin.get(`${admin}/events?project=open`)
  expect(open.body.events.map(({ type }: Found) => type)).toEqual(['segment-created'])
  expect((await as.editor.get(`${admin}/events`)).status).toBe(403)
})

test('other accounts see only events of projects they can see, without IP addresses', async () => {
  const { events, total } = await search('', as.viewer)
  expect(events.map(({ project }) => project)).toEqual(['default', 'open'])
  expect(total).toBe(2)
  expect(events[0]).not.toHaveProperty('ip')
  expect((await search('project=IS:hidden', as.viewer)).total).toBe(0)
  expect((await search('', as.editor)).events.map(({ project }) => project)).toEqual([
    'default',
    'hidden',
    'open',
  ])
  expect((await as.anonymous.get(`${admin}/search/events`)).status).toBe(401)
})

test('an account with READ_LOGS also sees events without a project, but not those of private projects', async () => {
  const role = await db
    .insertInto('roles')
    .values({ name: 'Auditor', type: 'root-custom' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('role_permissions').values({ role_id: role.id, permission: 'READ_LOGS' }).execute()
  await db.updateTable('users').set({ root_role: role.id }).where('id', '=', actors.member.id).execute()
  const { events } = await search('', as.member)
  expect(events.map(({ id }) => id)).toEqual([5, 4, 2, 1])
  expect(events[0]?.ip).toBe('127.0.0.1')
})

test('events of a deleted project are visible only to callers who can read all events', async () => {
  await db.deleteFrom('segments').where('project', '=', 'hidden').execute()
  await db.deleteFrom('projects').where('id', '=', 'hidden').execute()
  expect((await search('project=IS:hidden', as.viewer)).total).toBe(0)
  expect((await search('project=IS:hidden')).total).toBe(1)
})

test.each([
  ['type=IS:segment-created', 3],
  ['type=IS_ANY_OF:pat-created,api-token-created', 2],
  ['project=IS_ANY_OF:open,default', 2],
  ['environment=IS:production', 1],
  ['id=IS_ANY_OF:1,3', 2],
  ['id=IS:x', 0],
  ['feature=IS:nothing', 0],
  ['groupId=IS:nothing', 0],
  ['from=IS:2020-01-01&to=IS:2100-01-01', 5],
  ['to=IS:2020-01-01', 0],
  ['query=beta', 1],
  ['query=users', 1],
  ['query=betausers', 1],
  ['query=in-the', 1],
  ['query=OLGA', 1],
  ['query=segment', 3],
  ['query=shop,beta', 2],
  ['query=shop%20beta', 0],
  ['query=...', 0],
  ['query=ser', 0],
])('searching by %s finds %d events', async (query, count) => {
  const { events, total } = await search(query)
  expect([events.length, total]).toEqual([count, count])
})

test('search results are paged, and can be filtered by actor', async () => {
  expect((await search(`createdBy=IS:${actors.editor.id}`)).events.map(({ type }) => type)).toEqual([
    'pat-created',
  ])
  const page = await search('limit=2&offset=1')
  expect(page.events.map(({ id }) => id)).toEqual([4, 3])
  expect(page.total).toBe(5)
  expect((await search('limit=5000')).events).toHaveLength(5)
  expect(await types('type=IS:pat-created&limit=1')).toEqual(['pat-created'])
  expect((await as.admin.get(`${admin}/search/events?type=segment-created`)).status).toBe(400)
  expect((await as.admin.get(`${admin}/search/events?from=IS:2026-99-99`)).status).toBe(400)
})

test('pages are the same slices of the list, with filters, before an event, and beyond its end', async () => {
  for (const filter of ['', 'query=segment&', 'before=5&'])
    for (const who of [as.admin, as.viewer]) {
      const { events } = await search(filter, who)
      for (let offset = 0; offset < 7; offset++) {
        const page = await search(`${filter}limit=2&offset=${offset}`, who)
        expect(page.events).toEqual(events.slice(offset, offset + 2))
      }
    }
})

test('the next page starts before an event, within what the caller can see', async () => {
  for (const who of [as.admin, as.viewer]) {
    const { events, total } = await search('', who)
    const next = await search(`limit=2&before=${events[0]?.id}`, who)
    expect(next).toEqual({ events: events.slice(1, 3), total })
  }
  const { events } = await search('before=1')
  expect(events).toEqual([])
  expect((await as.admin.get(`${admin}/search/events?before=none`)).status).toBe(400)
})

test('a flag has an event history, visible to accounts that can see its project', async () => {
  const nothing = await as.viewer.get(`${admin}/events/unknown`)
  expect(nothing.body).toEqual({ version: 1, toggleName: 'unknown', events: [], totalEvents: 0 })
  expect((await as.anonymous.get(`${admin}/events/unknown`)).status).toBe(401)
  await as.admin.post(`${admin}/projects/default/features`, { name: 'newCheckout' })
  const { body } = await as.viewer.get(`${admin}/events/newCheckout`)
  expect(body.events).toMatchObject([
    { type: 'feature-created', featureName: 'newCheckout', project: 'default' },
  ])
  expect(await types('feature=IS:newCheckout', as.viewer)).toEqual(['feature-created'])
  expect(await types('query=checkout')).toEqual(['feature-created'])
})

test('every actor is listed once', async () => {
  await client({ authorization: actors.adminToken.token }).post(`${admin}/segments`, {
    name: 'x',
    constraints: [],
  })
  const { body } = await as.viewer.get(`${admin}/event-creators`)
  expect(body).toEqual([
    { id: -42, name: 'test admin' },
    { id: actors.admin.id, name: 'ada' },
    { id: actors.editor.id, name: 'edith' },
    { id: actors.owner.id, name: 'olga' },
  ])
  expect((await as.anonymous.get(`${admin}/event-creators`)).status).toBe(401)
})

test('an IPv4 address is stored in IPv4 form even if the server listens on IPv6', async () => {
  const answer = await app.http.inject({
    method: 'POST',
    url: `${admin}/segments`,
    remoteAddress: '::ffff:192.0.2.7',
    headers: { authorization: actors.admin.token ?? '' },
    payload: { name: 'from-afar', constraints: [] },
  })
  expect(answer.statusCode).toBe(201)
  expect((await search('query=from-afar')).events[0]?.ip).toBe('192.0.2.7')
})

test('an event has the display name of its account as well as the recorded one', async () => {
  await db.updateTable('users').set({ name: 'Olga Lind' }).where('id', '=', actors.owner.id).execute()
  const byOwner = async () => (await search(`createdBy=IS:${actors.owner.id}`)).events[0]
  expect(await byOwner()).toMatchObject({ createdBy: 'olga@example.com', createdByName: 'Olga Lind' })
  expect((await as.admin.get(`${admin}/event-creators`)).body).toContainEqual({
    id: actors.owner.id,
    name: 'Olga Lind',
  })
  await db.updateTable('users').set({ name: null }).where('id', '=', actors.owner.id).execute()
  expect(await byOwner()).toMatchObject({ createdByName: 'olga@example.com' })
})
