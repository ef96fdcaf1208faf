import { beforeEach, expect, test } from 'vitest'
import { live } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const features = '/api/admin/projects/default/features'
let rules = ''
let count = 0

beforeEach(async () => {
  const flag = `flag-${++count}`
  rules = `${features}/${flag}/environments/development/strategies`
  await as.admin.post(features, { name: flag })
})

const add = async (body: object) => (await as.member.post(rules, { name: 'flexibleRollout', ...body })).body
const published = async (id: number, environment = 'development') =>
  (await live(db, 'segment', environment)).filter(({ name }) => name === String(id))
const segment = async (body: object = {}) =>
  (await as.admin.post('/api/admin/segments', { name: `segment-${++count}`, constraints: [], ...body })).body
    .id

test('a segment is published while at least one active rule uses it', async () => {
  const id = await segment()
  expect(await published(id)).toEqual([])
  const rule = await add({ segments: [id, id] })
  expect(rule.segments).toEqual([id])
  expect(await published(id)).toHaveLength(1)
  expect(await published(id, 'production')).toEqual([])
  expect((await as.admin.delete(`/api/admin/segments/${id}`)).status).toBe(409)
  await as.member.put(`${rules}/${rule.id}`, { disabled: true })
  expect(await published(id)).toEqual([])
  await as.member.put(`${rules}/${rule.id}`, { disabled: false })
  expect(await published(id)).toHaveLength(1)
  await as.member.delete(`${rules}/${rule.id}`)
  expect(await published(id)).toEqual([])
  expect((await as.admin.delete(`/api/admin/segments/${id}`)).status).toBe(204)
})

test('the segments of a rule can be set separately, within its project and environment', async () => {
  const [first, second] = [await segment(), await segment()]
  const rule = await add({ segments: [first] })
  const set = (change: object, actor = as.member) =>
    actor.post('/api/admin/segments/strategies', {
      projectId: 'default',
      environmentId: 'development',
      strategyId: rule.id,
      segmentIds: [second],
      ...change,
    })
  const { status, body, headers } = await set({})
  expect([status, headers.location]).toEqual([201, `strategies/${rule.id}`])
  expect(body).toMatchObject({ strategyId: rule.id, segmentIds: [second] })
  expect(await published(first)).toEqual([])
  expect(await published(second)).toHaveLength(1)
  expect((await set({ environmentId: 'production' })).status).toBe(404)
  expect((await set({ projectId: 'nosuch' })).status).toBe(404)
  expect((await set({ segmentIds: [999] })).status).toBe(404)
  expect((await set({}, as.viewer)).status).toBe(403)
})

test('a segment of a rule must exist and be global or in the same project', async () => {
  await db
    .insertInto('projects')
    .values({ id: 'other', name: 'Other' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const foreign = await segment({ project: 'other' })
  expect((await as.member.post(rules, { name: 'default', segments: [foreign] })).status).toBe(400)
  expect((await as.member.post(rules, { name: 'default', segments: [12345] })).status).toBe(404)
  expect((await as.member.post(rules, { name: 'default', segments: [0.5] })).status).toBe(404)
})
