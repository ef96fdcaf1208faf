import { openReceiver } from '../../../apps/server/test/receiver.ts'
import { Pair, type Side } from '../pairs.ts'
import { type Player, scenario } from '../player.ts'

/** The same event arrives from both servers. */
export const integrations = scenario('integrations', async (player) => {
  const { call } = player
  const receiver = await openReceiver()
  const hook = {
    provider: 'webhook',
    description: 'Tells us',
    enabled: true,
    parameters: { url: new Pair(`${receiver.url}/ours`, `${receiver.url}/theirs`) },
    events: ['feature-created'],
    projects: [],
    environments: [],
  }
  await call('getAddons')
  await call('getAddons', { as: 'nobody' })
  const make = (body: unknown, more: object = {}) => call('createAddon', { body, ...more })
  const id = (await make(hook)).pick((body) => body.id)
  await make({ ...hook, provider: 'nosuch' })
  await make({ ...hook, parameters: {} })
  await make({})
  await make(hook, { as: 'viewer' })
  await call('getAddon', { path: { id } })
  await call('getAddon', { path: { id: 99_999 } })
  await call('getAddon', { path: { id: 'abc' } })
  const update = (which: unknown, body: unknown, more: object = {}) =>
    call('updateAddon', { path: { id: which }, body, ...more })
  await update(id, { ...hook, enabled: false })
  await update(id, { provider: 'webhook' })
  await update(99_999, hook)
  await update(id, hook, { as: 'viewer' })
  await update(id, hook)
  await call('createFeature', { body: { name: 'told' } })
  await compareArrivals(player, receiver)
  await call('getIntegrationEvents', { path: { id }, query: { limit: 5, offset: 0 }, look: () => 'a list' })
  await call('getIntegrationEvents', { path: { id: 99_999 }, query: { limit: 5, offset: 0 } })
  await call('getIntegrationEvents', { path: { id }, as: 'viewer' })
  await call('deleteAddon', { path: { id }, as: 'viewer' })
  await call('deleteAddon', { path: { id } })
  await call('deleteAddon', { path: { id } })
  await call('deleteAddon', { path: { id: 'abc' } })
  await receiver.close()
})

/** Fields that must be the same on both sides. */
const equal = ['type', 'featureName', 'project', 'environment', 'tags', 'preData'] as const

async function compareArrivals({ counts }: Player, { requests }: Awaited<ReturnType<typeof openReceiver>>) {
  const bodyFrom = async (side: Side): Promise<Record<string, unknown>> => {
    for (let attempt = 0; attempt < 300; attempt++) {
      const found = requests.find(({ path, body }) => path.endsWith(side) && body.includes('"told"'))
      if (found) return JSON.parse(found.body)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return {}
  }
  const [ours, theirs] = await Promise.all([bodyFrom('ours'), bodyFrom('theirs')])
  const names = Object.keys(theirs)
  const different = names.filter(
    (name) =>
      !(name in ours) ||
      (equal.some((one) => one === name) && JSON.stringify(ours[name]) !== JSON.stringify(theirs[name])),
  )
  // The reference reads its settings with a delay, and does not always send the first event.
  const told = names.length === 0 ? 'not sent by the reference' : different.join(', ') || 'none'
  counts.push({
    name: `fields of a webhook that are missing or different (${told})`,
    of: names.length,
    ours: Object.keys(ours).length === 0 ? 1 : different.length,
  })
}
