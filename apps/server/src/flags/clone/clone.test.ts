import { expect, test } from 'vitest'
import { live, makeFlag, makeSegment, trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const features = '/api/admin/projects/default/features'
const segment = await makeSegment(db, 'beta')
await makeFlag(db, 'parent', { environments: { development: {}, production: {} } })
await makeFlag(db, 'source', {
  environments: {
    development: {
      enabled: true,
      rules: [
        { parameters: { rollout: '10', groupId: 'source' }, segments: [segment] },
        { parameters: { rollout: '20' }, disabled: true },
      ],
    },
    production: { variants: [{ name: 'a', weight: 1000 }] },
  },
})
await db.insertInto('flag_dependencies').values({ child: 'source', parent: 'parent' }).execute()
await db.insertInto('tags').values({ type: 'simple', value: 'web' }).execute()
await db.insertInto('flag_tags').values({ flag: 'source', tag_type: 'simple', tag_value: 'web' }).execute()

const clone = (body: object, actor = as.member, source = 'source') =>
  actor.post(`${features}/${source}/clone`, body)

test('a cloned flag has the rules, variants and parents of its source, and is off', async () => {
  const { status, body } = await clone({ name: 'copy' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ name: 'copy', objectVersion: 1 })
  const [copy, source] = await Promise.all(
    ['copy', 'source'].map(async (name) => (await as.viewer.get(`${features}/${name}`)).body),
  )
  expect(copy).toMatchObject({
    tags: [],
    dependencies: [{ feature: 'parent' }],
    environments: [
      {
        name: 'development',
        enabled: false,
        strategies: [
          { parameters: { rollout: '10', groupId: 'copy' }, segments: [segment], disabled: false },
          { parameters: { rollout: '20' }, segments: [], disabled: true },
        ],
      },
      { name: 'production', enabled: false, variants: [{ name: 'a', weight: 1000 }] },
    ],
  })
  expect(copy.environments[0].strategies[0].id).not.toBe(source.environments[0].strategies[0].id)
  expect((await trail(db)).map(({ type }) => type)).toEqual([
    'feature-created',
    'feature-strategy-add',
    'feature-strategy-add',
    'feature-dependency-added',
  ])
  expect(await live(db, 'segment', 'development')).toMatchObject([{ name: String(segment) }])
  expect(await live(db, 'flag', 'development')).toMatchObject([
    { name: 'copy', doc: { enabled: false, dependencies: [{ feature: 'parent' }], strategies: [{}] } },
  ])
})

test('a clone can keep the group ids of its source, so that users stay in the same buckets', async () => {
  await clone({ name: 'twin', replaceGroupId: false })
  const { body } = await as.viewer.get(`${features}/twin/environments/development`)
  expect(body.strategies[0].parameters.groupId).toBe('source')
})

test('cloning requires a free name, an existing source, and permissions for what it copies', async () => {
  expect((await clone({ name: 'copy' })).status).toBe(409)
  expect((await clone({ name: 'not a name' })).status).toBe(400)
  expect((await clone({ name: 'other' }, as.admin, 'nosuch')).status).toBe(404)
  expect((await clone({ name: 'other' }, as.viewer)).status).toBe(403)
  await db.deleteFrom('role_permissions').where('role_id', '=', 5).where('environment', '=', '*').execute()
  const refused = await clone({ name: 'other' })
  expect([refused.status, refused.body.permissions]).toEqual([403, ['CREATE_FEATURE_STRATEGY']])
  expect((await clone({ name: 'plain' }, as.member, 'parent')).status).toBe(201)
})
