import type { Reply, Server } from '../cluster/server.ts'
import { isDistant } from './distant-ids.ts'
import { isDelivery, type Operation } from './document.ts'
import { createPersonalToken, createSetUp } from './setup.ts'
import { FLAGS, type Known, PROJECT } from './words.ts'

const PASSWORD = 'Correct-horse-7'

export type World = {
  known: Known
  /** Restores what earlier requests have deleted: objects, accounts and tokens. */
  repair(operation: Operation): Promise<void>
  /** The token of an administrator. */
  person(): string
  /** The token of an identity provider. */
  scim(): string
}

/** The data for requests: objects of every kind, and administrators. */
export function createWorld(server: Server): World {
  const known: Known = {}
  let person = ''
  let scim = ''
  let people = 0
  type Body = Reply['body']
  const call = (method: string, path: string, body?: unknown): Promise<Reply> =>
    server.call(method, `/api/admin${path}`, body)
  const setUp = createSetUp(server)
  const must = (method: string, path: string, body?: unknown): Promise<Body> =>
    setUp(method, `/api/admin${path}`, body)
  const learn = (name: string, ids: unknown[]) => {
    const near = ids.filter((id) => !isDistant(id))
    known[name] = near.slice(0, 5).map(String)
  }

  /** A person with a personal token, for operations that only people can call. */
  const repairPerson = async () => {
    const alive = await server.call('GET', '/api/admin/user', undefined, { authorization: person })
    if (person !== '' && alive.status === 200) return
    people += 1
    await must('POST', '/auth/simple/settings', { disabled: false })
    const username = `fuzz-person-${people}`
    await must('POST', '/user-admin', { username, password: PASSWORD, rootRole: 1 })
    person = await createPersonalToken(server, { username, password: PASSWORD })
  }
  const repairScim = async () => {
    await must('POST', '/scim-settings', { enabled: true })
    scim = (await must('POST', '/scim-settings/generate-new-token')).token
  }
  const repairFlags = async () => {
    await call('POST', `/projects/revive/${PROJECT}`)
    await call('POST', '/projects', { id: PROJECT, name: PROJECT })
    await call('POST', '/environments', { name: 'fuzz-env', type: 'test' })
    for (const environment of ['development', 'production', 'fuzz-env']) {
      await call('POST', `/environments/${environment}/on`)
      await call('POST', `/projects/${PROJECT}/environments`, { environment })
    }
    for (const name of FLAGS) {
      await call('POST', `/projects/${PROJECT}/features`, { name, type: 'release' })
      await call('POST', `/archive/revive/${name}`)
    }
    const strategies = `/projects/${PROJECT}/features/${FLAGS[0]}/environments/development/strategies`
    const rule = {
      name: 'flexibleRollout',
      parameters: { rollout: '50', stickiness: 'default', groupId: 'g' },
    }
    await call('POST', strategies, rule)
    learn('strategyId', ((await call('GET', strategies)).body as Body[]).map?.(({ id }) => id) ?? [])
  }
  const repairOthers = async () => {
    await call('POST', '/segments', { name: 'fuzz-a', constraints: [] })
    learn(
      'segmentId',
      (await must('GET', '/segments')).segments.map(({ id }: Body) => id),
    )
    await call('POST', '/context', { name: 'fuzz-field', legalValues: [{ value: 'fuzz' }] })
    await call('POST', '/tag-types', { name: 'fuzz-type', description: '' })
    await call('POST', '/strategies', { name: 'fuzz-strategy', parameters: [] })
    await call('POST', '/groups', { name: `fuzz-group-${people}`, users: [] })
    learn(
      'groupId',
      (await must('GET', '/groups')).groups.map(({ id }: Body) => id),
    )
    await call('POST', '/roles', {
      name: `fuzz-role-${people}`,
      description: '',
      type: 'root-custom',
      permissions: [],
    })
    learn(
      'roleId',
      (await must('GET', '/roles')).roles.map(({ id }: Body) => id),
    )
    await call('POST', '/user-admin', { username: `fuzz-user-${people}`, rootRole: 3 })
    learn(
      'userId',
      (await must('GET', '/user-admin')).users.map(({ id }: Body) => id),
    )
    const token = { tokenName: 'fuzz', type: 'client', environment: 'development', projects: [PROJECT] }
    learn('token', [(await must('POST', '/api-tokens', token)).secret])
  }
  let isChanged = true
  return {
    known,
    async repair(operation) {
      if (isDelivery(operation)) return
      const changes = operation.method !== 'GET'
      if (!changes && !isChanged) return
      isChanged = changes
      await must('POST', '/maintenance', { enabled: false })
      await repairPerson()
      await repairFlags()
      await repairOthers()
      if (operation.path.startsWith('/scim')) await repairScim()
    },
    person: () => person,
    scim: () => scim,
  }
}
