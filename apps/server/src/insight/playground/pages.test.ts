import { expect, test } from 'vitest'
import { makeProject, trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const home = '/api/admin/projects/default/features'
const ask = (more: object = {}, who = as.viewer) =>
  who.post('/api/admin/playground', {
    environment: 'development',
    context: { appName: 'shop', userId: '7' },
    ...more,
  })
const namesIn = ({ body }: Awaited<ReturnType<typeof ask>>) =>
  body.features.map(({ name }: { name: string }) => name)

const { body: beta } = await as.admin.post('/api/admin/segments', {
  name: 'beta',
  constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
})
for (const name of ['a', 'b', 'c', 'd']) {
  await as.admin.post(home, { name })
  await as.admin.post(`${home}/${name}/environments/development/strategies`, {
    name: 'default',
    title: `Rule of ${name}`,
    segments: [beta.id],
  })
}
await as.admin.post(`${home}/b/environments/development/on`)
await makeProject(db, 'hidden', { mode: 'private' })
await as.admin.post('/api/admin/projects/hidden/features', { name: 'aa-secret' })

test('a page has its flags in the order of their names, and the total number', async () => {
  const first = await ask({ limit: 3 })
  expect([namesIn(first), first.body.total]).toEqual([['a', 'b', 'c'], 4])
  const second = await ask({ limit: 3, offset: 3 })
  expect([namesIn(second), second.body.total]).toEqual([['d'], 4])
  const after = await ask({ limit: 3, offset: 4 })
  expect([namesIn(after), after.body.total]).toEqual([[], 4])
  expect((await ask()).body).not.toHaveProperty('total')
  expect((await ask({ limit: 0 })).status).toBe(400)
  expect((await ask({ limit: 3, offset: -1 })).status).toBe(400)
})

test('private projects are not on a page and not in the total', async () => {
  const admin = await ask({ limit: 2 }, as.admin)
  expect([namesIn(admin), admin.body.total]).toEqual([['a', 'aa-secret'], 5])
  const viewer = await ask({ limit: 2, features: ['aa-secret', 'a'] })
  expect([namesIn(viewer), viewer.body.total]).toEqual([['a'], 1])
})

test('the present from memory is the same as the latest revision from the database', async () => {
  const [latest] = await trail(db, 1)
  const now = await ask({ explain: 'tree' }, as.admin)
  const then = await ask({ explain: 'tree', atRevision: latest?.revision, compare: false }, as.admin)
  expect(now.body.features).toEqual(then.body.features)
  expect(now.body.features.find(({ name }: { name: string }) => name === 'b')).toMatchObject({
    isEnabled: true,
    strategies: {
      data: [{ id: expect.stringMatching(/./), title: 'Rule of b', segments: [{ name: 'beta' }] }],
    },
  })
})

test('a page of the past has the flags of then', async () => {
  const [before] = await trail(db, 1)
  await as.admin.delete(`${home}/d`)
  const { body } = await ask({ limit: 2, offset: 2, atRevision: before?.revision })
  expect(body.features.map(({ name }: { name: string }) => name)).toEqual(['c', 'd'])
  expect(body.total).toBe(4)
  expect(body.changes).toMatchObject([{ name: 'd', now: null }])
})

test('several environments have the same page', async () => {
  const { body } = await as.viewer.post('/api/admin/playground/advanced', {
    environments: ['development', 'production'],
    context: { appName: 'shop', userId: '7' },
    limit: 1,
    offset: 1,
  })
  expect(body).toMatchObject({ total: 3, features: [{ name: 'b' }] })
  expect(Object.keys(body.features[0].environments)).toEqual(['development', 'production'])
})

test('the past of very many flags needs projects or flags', async () => {
  const [latest] = await trail(db, 1)
  const names = Array.from({ length: 5_001 }, (_, index) => `many-${index}`)
  await makeProject(db, 'many')
  for (let from = 0; from < names.length; from += 1_000)
    await db
      .insertInto('published')
      .values(
        names.slice(from, from + 1_000).map((name) => ({
          kind: 'flag',
          environment: '*',
          name,
          project: 'many',
          from_revision: 0,
          format: 1,
          doc: JSON.stringify({
            name,
            project: 'many',
            enabled: false,
            strategies: [],
            variants: [],
            dependencies: [],
          }),
          meta: JSON.stringify({ tags: [], rules: [] }),
        })),
      )
      .execute()
  const atRevision = latest?.revision
  const all = await ask({ atRevision })
  expect([all.status, all.body.message]).toEqual([400, expect.stringContaining('more than 5000 flags')])
  const some = await ask({ atRevision, projects: ['default'] })
  expect([some.status, namesIn(some)]).toEqual([200, ['a', 'b', 'c']])
  const one = await ask({ atRevision, features: ['many-7'], compare: false })
  expect(namesIn(one)).toEqual(['many-7'])
  // The kit compares the store with the database, and nothing announced these documents.
  await db.deleteFrom('published').where('project', '=', 'many').execute()
})
