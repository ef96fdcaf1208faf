import { beforeAll, expect, test } from 'vitest'
import { makeProject } from '../../../test/fixtures.ts'
import { type Answer, testApp } from '../../../test/kit.ts'

const { as, db, actors } = await testApp()
const url = '/api/admin/context/plan'
const strategies = '/api/admin/projects/default/features/cart/environments/development/strategies'
const warningsOf = ({ headers }: Answer): string[] => JSON.parse(String(headers['x-warnings'] ?? '[]'))
const rule = (...values: string[]) => ({
  name: 'flexibleRollout',
  parameters: { rollout: '50', stickiness: 'default' },
  constraints: [{ contextName: 'plan', operator: 'IN', values }],
})
const setLegal = (...values: string[]) =>
  as.admin.put(url, { legalValues: values.map((value) => ({ value })) })
let ruleId = ''

beforeAll(async () => {
  await as.admin.post('/api/admin/context', {
    name: 'plan',
    legalValues: [{ value: 'gold' }, { value: 'free' }],
  })
  await as.admin.post('/api/admin/projects/default/features', { name: 'cart' })
  ruleId = (await as.admin.post(strategies, rule('gold'))).body.id
  const constraints = [{ contextName: 'plan', operator: 'IN', values: ['gold', 'free'] }]
  await as.admin.post('/api/admin/segments', { name: 'payers', constraints })
})

test('removing a legal value that is in use returns a warning that names its uses', async () => {
  const answer = await setLegal('free')
  expect(answer.status).toBe(200)
  expect(warningsOf(answer)).toEqual([
    expect.stringMatching(
      /^"gold" is not a legal value of plan, but it is used by cart in development, the segment payers\./,
    ),
  ])
  await setLegal('gold', 'free')
  expect(warningsOf(await as.admin.delete(`${url}/legal-values/gold`))).toHaveLength(1)
})

test('a rule that uses a removed legal value can be saved, but other rules cannot use it', async () => {
  const saved = await as.admin.put(`${strategies}/${ruleId}`, { ...rule('gold', 'free'), title: 'Payers' })
  expect(saved.status).toBe(200)
  expect((await as.admin.post(strategies, rule('gold'))).status).toBe(400)
  expect((await as.admin.put(`${strategies}/${ruleId}`, rule('silver'))).status).toBe(400)
  const { body } = await as.admin.get('/api/admin/segments')
  const segment = body.segments.find(({ name }: { name: string }) => name === 'payers')
  const put = await as.admin.put(`/api/admin/segments/${segment.id}`, { ...segment, description: 'all' })
  expect(put.status).toBe(204)
})

test('a change that leaves no illegal value in use returns no warning', async () => {
  expect(warningsOf(await setLegal('gold', 'free', 'größer'))).toEqual([])
  expect(warningsOf(await setLegal())).toEqual([])
  const described = { legalValues: [], description: 'What was bought' }
  expect(warningsOf(await as.admin.put(url, described))).toEqual([])
})

test('a warning can contain non-ASCII text, and does not mention flags that the caller cannot see', async () => {
  await makeProject(db, 'hidden', { mode: 'private' })
  await as.admin.post('/api/admin/projects/hidden/features', { name: 'secret-cart' })
  const hidden = '/api/admin/projects/hidden/features/secret-cart/environments/development/strategies'
  expect((await as.admin.post(hidden, rule('größer'))).status).toBe(200)
  expect(warningsOf(await setLegal('gold', 'free'))).toEqual([
    expect.stringMatching(/^"größer" is not .* used by secret-cart in development\./),
  ])
  await setLegal()
  const permissions = [{ name: 'UPDATE_CONTEXT_FIELD' }]
  const role = await as.admin.post('/api/admin/roles', { name: 'Fields', type: 'root-custom', permissions })
  const root_role = role.body.roles.id
  await db.updateTable('users').set({ root_role }).where('id', '=', actors.viewer.id).execute()
  const answer = await as.viewer.put(url, { legalValues: [{ value: 'gold' }, { value: 'free' }] })
  expect([answer.status, warningsOf(answer)]).toEqual([200, []])
})

test('stickiness on an unknown context field returns a warning', async () => {
  const sticky = (stickiness: string) => ({
    name: 'flexibleRollout',
    parameters: { rollout: '50', stickiness },
  })
  for (const known of ['default', 'random', 'userId', 'sessionId', 'plan', ''])
    expect(warningsOf(await as.admin.post(strategies, sticky(known)))).toEqual([])
  const made = await as.admin.post(strategies, sticky('comapny'))
  expect(made.status).toBe(200)
  expect(warningsOf(made)).toEqual([expect.stringContaining('The context field comapny does not exist')])
  const { id } = made.body
  expect(warningsOf(await as.admin.put(`${strategies}/${id}`, sticky('comapny')))).toHaveLength(1)
  const patch = [{ op: 'replace', path: '/title', value: 'x' }]
  expect(warningsOf(await as.admin.patch(`${strategies}/${id}`, patch))).toHaveLength(1)
  const byDefault = '/api/admin/projects/default/environments/development/default-strategy'
  expect(warningsOf(await as.admin.post(byDefault, sticky('comapny')))).toHaveLength(1)
})
