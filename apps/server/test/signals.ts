import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Client, TestApp } from './kit.ts'
import { account, makeRole } from './matrix/accounts.ts'
import { patiently } from './patience.ts'

export const home = '/api/admin/projects/default'
type Flag = { action?: string; environment?: string; tag?: string }

/** An action on a flag, or on a tag. */
export const act = (name: string, { action = 'OFF', environment = 'production', tag }: Flag = {}) => ({
  action: tag ? `TOGGLE_FEATURES_${action}_BY_TAG` : `TOGGLE_FEATURE_${action}`,
  sortOrder: 1,
  executionParams: { environment, ...(tag ? { tag } : { featureName: name }) },
})

/** A server with an endpoint and a service account that can edit everything. */
export async function openSignals({ as, db }: TestApp) {
  const { body: endpoint } = await as.admin.post('/api/admin/signal-endpoints', { name: 'alerts' })
  const makeAccount = async (username: string, rootRole = 2): Promise<number> => {
    const { body } = await as.admin.post('/api/admin/service-account', { name: username, username, rootRole })
    return body.id
  }
  const actorId = await makeAccount('robot')
  const content = (actions: object[], more: object = {}) => ({
    actorId,
    match: { source: 'signal-endpoint', sourceId: endpoint.id, payload: {} },
    actions: actions.map((action, index) => ({ ...action, sortOrder: index + 1 })),
    ...more,
  })
  let count = 0
  const makeSet = async (actions: object[], more: object = {}, as_: Client = as.admin, project = home) => {
    const { status, body } = await as_.post(`${project}/actions`, {
      name: `set ${++count}`,
      ...content(actions, more),
    })
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  const makeFlag = async (name: string, { on = true, project = home } = {}) => {
    await as.admin.post(`${project}/features`, { name })
    if (on) await as.admin.post(`${project}/features/${name}/environments/production/on`)
  }
  const isOn = async (name: string, environment = 'production') => {
    const { body } = await as.admin.get(`${home}/features/${name}/environments/${environment}`)
    return body.enabled as boolean
  }
  /** As if a system had sent it. */
  const signal = async (payload: object = {}): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      insert into signals (endpoint_id, payload) values (${endpoint.id}, ${JSON.stringify(payload)}) returning id`.execute(
      db,
    )
    return rows[0]?.id ?? 0
  }
  const runsOf = async (id: number, project = home) =>
    (await as.admin.get(`${project}/actions/${id}/events`)).body.actionSetEvents
  /** The newest run of a set, when it is over. */
  const over = async (id: number, runs = 1, project = home) => {
    await expect
      .poll(async () => {
        const list: { state: string }[] = await runsOf(id, project)
        return list.filter(({ state }) => state !== 'started').length
      }, patiently)
      .toBe(runs)
    return (await runsOf(id, project))[0]
  }
  const remove = async (id: number) => as.admin.delete(`${home}/actions/${id}`)
  return { endpoint, actorId, content, makeSet, makeAccount, makeFlag, isOn, signal, runsOf, over, remove }
}

/** An account that edits a project and turns flags on and off there, but cannot skip reviews. */
export async function projectEditor(kit: TestApp, name: string, project = 'default'): Promise<Client> {
  const role = await makeRole(kit.db, 'project', 'UPDATE_PROJECT')
  for (const environment of ['development', 'production'])
    await kit.db
      .insertInto('role_permissions')
      .values({ role_id: role, permission: 'UPDATE_FEATURE_ENVIRONMENT', environment })
      .execute()
  const { headers } = await account(kit.db, name, { rootRole: 3, in: { [project]: role } })
  return kit.client(headers)
}
