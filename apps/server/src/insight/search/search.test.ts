import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeFlag, makeProject, makeSegment } from '../../../test/fixtures.ts'
import { type Answer, testApp } from '../../../test/kit.ts'

const { as, db, actors } = await testApp()
const url = '/api/admin/search/features'

await makeProject(db, 'shop')
await makeProject(db, 'hidden', { mode: 'private' })
const beta = await makeSegment(db, 'beta users')
const staff = await makeSegment(db, 'staff')
const rule = (...segments: number[]) => ({ segments })
await makeFlag(db, 'alpha', {
  environments: {
    development: {
      enabled: true,
      rules: [rule(beta), { ...rule(staff), disabled: true }],
      variants: [{}, {}],
    },
    production: { rules: [{ ...rule(beta), disabled: true }] },
  },
})
await makeFlag(db, 'bravo', { stale: true, environments: { development: {}, production: { enabled: true } } })
await makeFlag(db, 'charlie', { project: 'shop', environments: { development: { rules: [rule(beta)] } } })
await makeFlag(db, 'delta', { project: 'shop' })
await makeFlag(db, 'gone', { archived: true })
await makeFlag(db, 'secret', { project: 'hidden', environments: { production: { enabled: true } } })
await db
  .insertInto('tags')
  .values(['one', 'two'].map((value) => ({ type: 'simple', value })))
  .execute()
await db
  .insertInto('flag_tags')
  .values(
    [
      ['alpha', 'one'],
      ['alpha', 'two'],
      ['bravo', 'one'],
    ].map(([flag = '', tag_value = '']) => ({ flag, tag_type: 'simple', tag_value })),
  )
  .execute()
await db.insertInto('flag_dependencies').values({ child: 'delta', parent: 'charlie' }).execute()
await db.insertInto('favorite_flags').values({ user_id: actors.viewer.id, flag: 'charlie' }).execute()
const change = (name: string, columns: object) =>
  db.updateTable('flags').set(columns).where('name', '=', name).execute()
await change('alpha', {
  created_at: '2026-01-01T00:00:00Z',
  description: 'The New_Way 100%',
  type: 'experiment',
})
await change('bravo', { created_at: '2026-01-02T00:00:00Z', last_seen_at: '2026-03-01T12:00:00Z' })
await change('charlie', { created_at: '2026-01-03T00:00:00Z', potentially_stale: true, created_by_id: 7 })
await change('delta', { created_at: '2026-01-04T00:00:00Z', last_seen_at: '2026-03-02T00:00:00Z' })
await change('secret', { created_at: '2026-01-05T00:00:00Z' })

const names = ({ status, body }: Answer) =>
  status === 200 ? body.features.map((one: { name: string }) => one.name).join(' ') : status
const search = async (query: string) => names(await as.viewer.get(`${url}?${encodeURI(query)}`))

test('a search result contains all details of a flag', async () => {
  await sql`update flag_environments set last_seen_at = '2026-03-01T12:00:00.250Z'
    where flag = 'alpha' and environment = 'development'`.execute(db)
  await sql`insert into usage_hours (hour, environment, app, flag, variant, writer, yes, no) values
    (date_trunc('hour', now()), 'development', 'a', 'alpha', '', 1, 5, 1),
    (date_trunc('hour', now()), 'development', 'b', 'alpha', '', 1, 2, 0),
    (date_trunc('hour', now()), 'development', 'b', 'alpha', 'red', 1, 9, 9),
    (now() - interval '2 hours', 'development', 'a', 'alpha', '', 1, 9, 9)`.execute(db)
  const { body } = await as.viewer.get(`${url}?query=alpha`)
  expect(body).toEqual({
    total: 1,
    features: [
      {
        name: 'alpha',
        project: 'default',
        type: 'experiment',
        description: 'The New_Way 100%',
        dependencyType: null,
        stale: false,
        potentiallyStale: false,
        favorite: false,
        impressionData: false,
        createdAt: '2026-01-01T00:00:00.000Z',
        archivedAt: null,
        createdBy: { id: 1, name: 'ada', imageUrl: '' },
        segments: ['beta users', 'staff'],
        tags: [
          { type: 'simple', value: 'one', color: '#FFFFFF' },
          { type: 'simple', value: 'two', color: '#FFFFFF' },
        ],
        lifecycle: { stage: 'initial', enteredStageAt: '2026-01-01T00:00:00.000Z' },
        objectVersion: 1,
        owner: null,
        environments: [
          {
            name: 'development',
            type: 'development',
            enabled: true,
            sortOrder: 2,
            variantCount: 2,
            lastSeenAt: '2026-03-01T12:00:00.250Z',
            hasStrategies: true,
            hasEnabledStrategies: true,
            yes: 7,
            no: 1,
            changeRequestIds: [],
            reach: { rules: 1, percent: 100, narrowed: true, split: false },
          },
          {
            name: 'production',
            type: 'production',
            enabled: false,
            sortOrder: 3,
            variantCount: 0,
            lastSeenAt: null,
            hasStrategies: true,
            hasEnabledStrategies: false,
            yes: 0,
            no: 0,
            changeRequestIds: [],
            reach: { rules: 0, percent: null, narrowed: false, split: false },
          },
        ],
      },
    ],
  })
})

test.each([
  ['', 'alpha bravo charlie delta'],
  ['query=ALPH', 'alpha'],
  ['query=new_way', 'alpha'],
  ['query=nwxway', ''],
  ['query=100%', 'alpha'],
  ['query=%', 'alpha'],
  ['query=\\', ''],
  ['query=way\\', ''],
  ['query=lie,bra', 'bravo charlie'],
  ['query= ,', 'alpha bravo charlie delta'],
  ['project=IS:shop', 'charlie delta'],
  ['project=IS_NOT:shop', 'alpha bravo'],
  ['project=IS_ANY_OF:shop,default,nosuch', 'alpha bravo charlie delta'],
  ['project=IS_NONE_OF:shop,default', ''],
  ['state=IS:active', 'alpha delta'],
  ['state=IS:stale', 'bravo'],
  ['state=IS:potentially-stale', 'charlie'],
  ['state=IS_NOT:stale', 'alpha charlie delta'],
  ['lifecycle=IS:initial', 'alpha bravo charlie delta'],
  ['lifecycle=IS_ANY_OF:live,archived', ''],
  ['type=IS:experiment', 'alpha'],
  ['type=IS_NONE_OF:experiment', 'bravo charlie delta'],
  ['createdBy=IS:7', 'charlie'],
  ['createdBy=IS_NOT:7', 'alpha bravo delta'],
  ['createdBy=IS:x', ''],
  ['tag=INCLUDE:simple:one', 'alpha bravo'],
  ['tag=DO_NOT_INCLUDE:simple:one', 'charlie delta'],
  ['tag=INCLUDE_ALL_OF:simple:one,simple:two', 'alpha'],
  ['tag=INCLUDE_ANY_OF:simple:one,simple:two', 'alpha bravo'],
  ['tag=EXCLUDE_IF_ANY_OF:simple:two,simple:nosuch', 'bravo charlie delta'],
  ['tag=EXCLUDE_ALL:simple:one,simple:two', 'bravo charlie delta'],
  ['segment=INCLUDE:beta users', 'alpha charlie'],
  ['segment=DO_NOT_INCLUDE:beta users', 'bravo delta'],
  ['segment=INCLUDE_ALL_OF:beta users,staff', 'alpha'],
  ['segment=INCLUDE_ANY_OF:staff,nosuch', 'alpha'],
  ['segment=EXCLUDE_IF_ANY_OF:staff', 'bravo charlie delta'],
  ['segment=EXCLUDE_ALL:beta users,staff', 'bravo charlie delta'],
  ['status=production:enabled', 'bravo'],
  ['status[]=development:enabled', 'alpha'],
  ['status[]=development:enabled&status[]=production:enabled', 'alpha bravo'],
  ['status=production:disabled', 'alpha'],
  ['createdAt=IS_BEFORE:2026-01-02', 'alpha'],
  ['createdAt=IS_ON_OR_AFTER:2026-01-03', 'charlie delta'],
  ['createdAt=IS_BEFORE:0000-01-01', ''],
  ['createdAt=IS_ON_OR_AFTER:9999-12-31', ''],
  ['lastSeenAt=IS_BEFORE:2026-03-02', 'bravo'],
  ['lastSeenAt=IS_ON_OR_AFTER:2026-03-01', 'bravo delta'],
  ['archived=IS:true', 'gone'],
  ['archived=IS:false', 'alpha bravo charlie delta'],
  ['favorite=IS:true', 'charlie'],
  ['favorite=IS:false', 'alpha bravo delta'],
  ['favorite=IS_ANY_OF:true,false', 'alpha bravo charlie delta'],
  ['state=IS:active&type=IS:release', 'delta'],
  ['favoritesFirst=true', 'charlie alpha bravo delta'],
  ['favoritesFirst=true&sortBy=name&sortOrder=desc', 'charlie delta bravo alpha'],
  ['sortOrder=desc', 'delta charlie bravo alpha'],
  ['sortBy=name&sortOrder=desc', 'delta charlie bravo alpha'],
  ['sortBy=type', 'alpha bravo charlie delta'],
  ['sortBy=type&sortOrder=desc', 'bravo charlie delta alpha'],
  ['sortBy=stale&sortOrder=desc', 'bravo alpha charlie delta'],
  ['sortBy=project&sortOrder=desc', 'charlie delta alpha bravo'],
  ['sortBy=lastSeenAt', 'bravo delta alpha charlie'],
  ['sortBy=lastSeenAt&sortOrder=desc', 'delta bravo alpha charlie'],
  ['sortBy=environment:production', 'alpha bravo charlie delta'],
  ['sortBy=environment:production&sortOrder=desc', 'bravo alpha charlie delta'],
  ['sortBy=environment:nosuch', 'alpha bravo charlie delta'],
  ['sortBy=; drop table flags', 'alpha bravo charlie delta'],
  ['limit=2', 'alpha bravo'],
  ['limit=2&offset=3', 'delta'],
  ['limit=x&offset=-1&sortOrder=up', 'alpha bravo charlie delta'],
])('the search query %s finds %s', async (query, found) => {
  expect(await search(query)).toBe(found)
})

test.each([
  'project=shop',
  'project=INCLUDE:shop',
  'tag=INCLUDE:one',
  'tag=INCLUDE:simple:one,two',
  'status=production',
  'createdAt=IS:2026-01-01',
  'createdAt=IS_BEFORE:2026-02-30',
  'archived=true',
  'favorite=IS:yes',
  'query=a%00b',
])('the search query %s is refused', async (query) => {
  expect((await as.viewer.get(`${url}?${query}`)).status).toBe(400)
})

test('the total counts all matches, even beyond the last page', async () => {
  expect((await as.viewer.get(`${url}?limit=1`)).body).toMatchObject({
    total: 4,
    features: [{ name: 'alpha' }],
  })
  expect((await as.viewer.get(`${url}?offset=50`)).body).toEqual({ total: 4, features: [] })
})

test('favourites come first on every page, and none is repeated or left out', async () => {
  const page = (offset: number) => search(`favoritesFirst=true&limit=1&offset=${offset}`)
  expect(await Promise.all([0, 1, 2, 3, 4].map(page))).toEqual(['charlie', 'alpha', 'bravo', 'delta', ''])
  expect(await search('favoritesFirst=true&sortBy=name&sortOrder=desc')).toBe('charlie delta bravo alpha')
  expect(await search('favoritesFirst=true&favorite=IS:false')).toBe('alpha bravo delta')
})

test('flags with equal sort keys are in the order of their names, in both directions', async () => {
  expect(await search('sortBy=project')).toBe('alpha bravo charlie delta')
  expect(await search('sortBy=project&sortOrder=desc')).toBe('charlie delta alpha bravo')
})

test('words are found without an index where its extension is not allowed', async () => {
  const migration = readFileSync(
    new URL('../../../migrations/0095-search-words.sql', import.meta.url),
    'utf8',
  )
  const role = sql.id(`limited_${process.pid}`)
  await sql`drop extension if exists pg_trgm cascade`.execute(db)
  await db.transaction().execute(async (trx) => {
    await sql`create role ${role}`.execute(trx)
    await sql`set local role ${role}`.execute(trx)
    await sql.raw(migration).execute(trx)
    await sql`reset role`.execute(trx)
    await sql`drop role ${role}`.execute(trx)
  })
  const { rows } = await sql`select from pg_extension where extname = 'pg_trgm'`.execute(db)
  expect(rows).toHaveLength(0)
  expect(await search('query=EW_WA')).toBe('alpha')
})

test('flags of private projects are only found by callers who can see the project', async () => {
  expect(names(await as.editor.get(`${url}?status=production:enabled`))).toBe('bravo secret')
  expect(await search('project=IS:hidden')).toBe('')
  expect((await as.viewer.get(`${url}?query=secret`)).body).toEqual({ total: 0, features: [] })
})

test('results show the favourites of the caller, and whether a flag is a parent or a child', async () => {
  const [charlie, delta] = (await as.viewer.get(`${url}?project=IS:shop`)).body.features
  expect([charlie.favorite, charlie.dependencyType, delta.dependencyType]).toEqual([true, 'parent', 'child'])
  expect((await as.editor.get(`${url}?query=charlie`)).body.features[0].favorite).toBe(false)
  expect(delta.environments).toEqual([])
})

test('an archived flag shows when it was archived', async () => {
  const [gone] = (await as.viewer.get(`${url}?archived=IS:true&lifecycle=IS:archived`)).body.features
  expect(gone.lifecycle).toEqual({ stage: 'archived', enteredStageAt: gone.archivedAt })
})

test('searching needs authentication', async () => {
  expect((await as.anonymous.get(url)).status).toBe(401)
})

test('flag creators are shown with their display name', async () => {
  await change('delta', { created_by_id: actors.owner.id, created_by_name: 'olga@example.com' })
  await db.updateTable('users').set({ name: 'Olga Lind' }).where('id', '=', actors.owner.id).execute()
  const creator = { id: actors.owner.id, name: 'Olga Lind' }
  const listed = await as.viewer.get(`${url}?query=delta`)
  expect(listed.body.features[0].createdBy).toMatchObject(creator)
  const page = await as.viewer.get('/api/admin/projects/shop/features/delta')
  expect(page.body.createdBy).toMatchObject(creator)
  const creators = await as.viewer.get('/api/admin/flag-creators?q=Lind')
  expect(creators.body.flagCreators).toEqual([creator])
  expect((await as.viewer.get('/api/admin/projects/shop/flag-creators')).body).toContainEqual(creator)
})

test('the open change requests of everybody are listed by environment, and drafts for their author only', async () => {
  await makeFlag(db, 'asked', { environments: { development: {}, production: {} } })
  const base = '/api/admin/projects/default'
  await as.admin.put(`${base}/environments/production/change-requests/config`, {
    changeRequestsEnabled: true,
  })
  const turnOn = [{ feature: 'asked', action: 'updateEnabled', payload: { enabled: true } }]
  const made = await as.owner.post(`${base}/environments/production/change-requests`, turnOn)
  expect(made.status).toBe(200)
  const { id } = made.body
  const seen = async (who: typeof as.owner) => {
    const { body } = await who.get(`${url}?query=asked`)
    const environments: { name: string; changeRequestIds: number[] }[] = body.features[0].environments
    return Object.fromEntries(environments.map(({ name, changeRequestIds }) => [name, changeRequestIds]))
  }
  expect(await seen(as.owner)).toEqual({ development: [], production: [id] })
  expect(await seen(as.viewer)).toEqual({ development: [], production: [] })
  const state = (to: string) => as.owner.put(`${base}/change-requests/${id}/state`, { state: to })
  expect((await state('In review')).status).toBe(200)
  expect(await seen(as.viewer)).toEqual({ development: [], production: [id] })
  expect((await state('Cancelled')).status).toBe(200)
  expect(await seen(as.owner)).toEqual({ development: [], production: [] })
})
