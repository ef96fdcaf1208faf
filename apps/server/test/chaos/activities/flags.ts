import { createFlag, PROJECT, rule, rulesOf } from '../../cluster/changes.ts'
import { until } from '../until.ts'
import type { World } from '../world.ts'
import { reason } from './activity.ts'

// Preparations of activities. They are repeated, since on a busy machine the production time budget may not be enough.

export const ruleWith = (groupId: string, segments: number[] = []) => ({
  ...rule('chaos', segments),
  parameters: { rollout: '50', stickiness: 'default', groupId },
})

export async function makeFlag({ servers: [server] }: World, name: string) {
  await until(`${name} is made`, async () => {
    await createFlag(server, name)
    const { status } = await server.call('GET', `${PROJECT}/features/${name}`)
    return status === 200 || status
  })
}

/** A flag with one rule, whose group is its value. Returns the id of the rule. */
export async function makeRule(
  world: World,
  { flag, environment, segments }: { flag: string; environment: string; segments?: number[] },
): Promise<string> {
  await makeFlag(world, flag)
  const [server] = world.servers
  const path = rulesOf(flag, environment)
  let id = ''
  await until(`a rule of ${flag} is made`, async () => {
    const { body } = await server.call('GET', path)
    if (!Array.isArray(body)) return JSON.stringify(body)
    id = body[0]?.id ?? ''
    if (id !== '') return true
    const made = await server.call('POST', path, ruleWith('start', segments), reason)
    return JSON.stringify(made.body)
  })
  return id
}
