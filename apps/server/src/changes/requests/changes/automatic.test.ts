import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'

const { as } = await testApp()
const home = '/api/admin/projects/default'
const production = (name: string) => `${home}/features/${name}/environments/production`
const propose = { headers: { prefer: 'propose' } }
const rule = (rollout: string) => ({
  name: 'flexibleRollout',
  parameters: { rollout, stickiness: 'default', groupId: 'x' },
})
type Body = { id: number; features: { changes: { action: string; payload: Payload; automatic?: true }[] }[] }
type Payload = { id: string; parameters: { rollout: string } }
const rolloutsIn = ({ features }: Body) =>
  features.flatMap(({ changes }) =>
    changes.filter(({ action }) => action === 'addStrategy').map(({ payload }) => payload.parameters.rollout),
  )
let count = 0
async function makeFlag() {
  const name = `narrow-${++count}`
  await as.admin.post(`${home}/features`, { name })
  const at = production(name)
  return {
    on: () => as.owner.post(`${at}/on`, undefined, propose),
    add: (rollout: string) => as.owner.post(`${at}/strategies`, rule(rollout), propose),
    name,
  }
}
const done = ({ id }: Body) => as.owner.delete(`${home}/change-requests/${id}`)

await as.admin.put(`${home}/environments/production/change-requests/config`, { changeRequestsEnabled: true })

test('the automatic rule leaves a draft when a rule is added to it, in either order', async () => {
  const first = await makeFlag()
  const on = await first.on()
  expect(rolloutsIn(on.body)).toEqual(['100'])
  expect(on.body.features[0].changes[0]).toMatchObject({ automatic: true })
  const narrowed = await first.add('5')
  expect(rolloutsIn(narrowed.body)).toEqual(['5'])
  expect(narrowed.body.features[0].changes[0].automatic).toBeUndefined()
  await done(narrowed.body)

  const second = await makeFlag()
  await second.add('5')
  const both = await second.on()
  expect(rolloutsIn(both.body)).toEqual(['5'])
  await done(both.body)
})

test('changes that are sent together get no automatic rule either', async () => {
  const { name } = await makeFlag()
  const { body } = await as.owner.post(`${home}/environments/production/change-requests`, [
    { action: 'updateEnabled', feature: name, payload: { enabled: true } },
    { action: 'addStrategy', feature: name, payload: rule('5') },
  ])
  expect(rolloutsIn(body)).toEqual(['5'])
  await done(body)
})

test('a rule that the author has edited is not automatic any more', async () => {
  const flag = await makeFlag()
  const { body } = await flag.on()
  const { id } = body.features[0].changes[0].payload
  const edited = await as.owner.put(`${production(flag.name)}/strategies/${id}`, rule('40'), propose)
  expect(rolloutsIn(edited.body)).toEqual(['40'])
  const more = await flag.add('5')
  expect(rolloutsIn(more.body).sort()).toEqual(['40', '5'])
  await done(more.body)
})
