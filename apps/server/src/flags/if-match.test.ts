import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../test/kit.ts'

const { as } = await testApp()
const project = '/api/admin/projects/default'
const rule = { name: 'flexibleRollout' }
const tag = { type: 'simple', value: 'web' }

let count = 0
let flag = ''
beforeEach(async () => {
  flag = `flag-${++count}`
  await as.admin.post(`${project}/features`, { name: flag })
  await as.admin.put(`${project}/features/${flag}`, { description: 'second version' })
})

const url = () => `${project}/features/${flag}`
const place = () => `${url()}/environments/development`
type Options = { headers: Record<string, string> }

test.each<[change: string, send: (options: Options) => Promise<{ status: number }>]>([
  ['turning a flag on', (options) => as.member.post(`${place()}/on`, {}, options)],
  ['turning a flag off', (options) => as.member.post(`${place()}/off`, {}, options)],
  ['adding a rule', (options) => as.member.post(`${place()}/strategies`, rule, options)],
  ['sorting rules', (options) => as.member.post(`${place()}/strategies/set-sort-order`, [], options)],
  ['replacing variants', (options) => as.member.put(`${place()}/variants`, [], options)],
  ['patching variants', (options) => as.member.patch(`${place()}/variants`, [], options)],
  [
    'replacing variants in several environments',
    (options) =>
      as.member.put(`${url()}/variants-batch`, { variants: [], environments: ['development'] }, options),
  ],
  ['adding a tag', (options) => as.member.post(`/api/admin/features/${flag}/tags`, tag, options)],
  [
    'replacing tags',
    (options) =>
      as.member.put(`/api/admin/features/${flag}/tags`, { addedTags: [tag], removedTags: [] }, options),
  ],
  [
    'removing a tag',
    (options) => as.member.delete(`/api/admin/features/${flag}/tags/${tag.type}/${tag.value}`, options),
  ],
  [
    'marking a flag as stale',
    (options) => as.member.post(`${project}/stale`, { features: [flag], stale: true }, options),
  ],
])('%s with a stale If-Match is refused', async (_change, send) => {
  const before = (await as.viewer.get(url())).body
  expect((await send({ headers: { 'if-match': '"1"' } })).status).toBe(412)
  expect((await as.viewer.get(url())).body).toEqual(before)
  expect((await send({ headers: { 'if-match': '"2"' } })).status).toBeLessThan(300)
})

test('If-Match is ignored for changes of several flags, which have no common version', async () => {
  const first = flag
  await as.admin.post(`${project}/features`, { name: `${flag}-other` })
  const body = { features: [first, `${flag}-other`] }
  const options = { headers: { 'if-match': '"7"' } }
  const many = `${project}/bulk_features/environments/development`
  expect((await as.member.post(`${many}/on`, body, options)).status).toBe(200)
  expect((await as.member.post(`${many}/off`, body, options)).status).toBe(200)
  expect((await as.member.post(`${project}/stale`, { ...body, stale: true }, options)).status).toBe(202)
})
