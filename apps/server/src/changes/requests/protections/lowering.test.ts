import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'

const { as } = await testApp()
const home = '/api/admin/projects/default'
const production = (name: string) => `${home}/features/${name}/environments/production`
const why = { headers: { 'x-change-reason': 'tests' } }
const freeze = {
  name: 'Holidays',
  reason: '',
  project: null,
  environments: [],
  startsAt: '2020-01-01T00:00:00Z',
  endsAt: '2099-01-01T00:00:00Z',
  weekly: null,
  breakGlass: false,
}
const ruleWith = (rollout: string, variant?: string) => ({
  name: 'flexibleRollout',
  parameters: { rollout, stickiness: 'default', groupId: 'x' },
  variants: variant ? [{ name: variant, weight: 1000, weightType: 'variable', stickiness: 'default' }] : [],
})
const protect = (changeRequestsEnabled: boolean) =>
  as.admin.put(
    `${home}/environments/production/change-requests/config`,
    { changeRequestsEnabled, offIsFree: true },
    why,
  )
async function makeLive(name: string, rules: object[] = [ruleWith('100')]) {
  await as.admin.post(`${home}/features`, { name })
  const ids: string[] = []
  for (const rule of rules) ids.push((await as.admin.post(`${production(name)}/strategies`, rule)).body.id)
  await as.admin.post(`${production(name)}/on`)
  return ids
}

await makeLive('parent')
await makeLive('child')
await as.admin.post(`${home}/features/child/dependencies`, { feature: 'parent', enabled: false })
const [first] = await makeLive('split', [ruleWith('100', 'safe'), ruleWith('100', 'danger')])
const [same] = await makeLive('shared', [ruleWith('100', 'safe'), ruleWith('50', 'safe')])
const lower = (name: string, id: string | undefined, variant: string) =>
  as.member.put(`${production(name)}/strategies/${id}`, ruleWith('0', variant))
const off = (name: string) => as.member.post(`${production(name)}/off`)

for (const [where, begin, end] of [
  ['where turning off is free', () => protect(true), () => protect(false)],
  [
    'in a freeze',
    () => as.admin.post('/api/admin/freezes', freeze),
    async () => {
      const { body } = await as.admin.get('/api/admin/freezes')
      for (const { id } of body.freezes) await as.admin.delete(`/api/admin/freezes/${id}`)
    },
  ],
] as const) {
  test(`${where}, a flag that others need to be off stays on`, async () => {
    await begin()
    const refused = await off('parent')
    expect(refused.status).toBe(403)
    // With the child off, nothing is turned on.
    expect((await off('child')).status).toBe(200)
    expect((await off('parent')).status).toBe(200)
    await end()
    for (const name of ['parent', 'child']) await as.admin.post(`${production(name)}/on`)
  })

  test(`${where}, a percentage is not lowered if people would get another variant`, async () => {
    await begin()
    expect((await lower('split', first, 'safe')).status).toBe(403)
    expect((await lower('shared', same, 'safe')).status).toBe(200)
    expect((await off('split')).status).toBe(200)
    await end()
    await as.admin.post(`${production('split')}/on`)
    await as.admin.put(`${production('shared')}/strategies/${same}`, ruleWith('100', 'safe'))
  })
}
