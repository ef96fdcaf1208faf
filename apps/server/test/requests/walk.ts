import { sql } from 'kysely'
import { expect } from 'vitest'
import { sweepSchedules } from '../../src/changes/requests/schedule/due.ts'
import type { TestApp } from '../kit.ts'
import { patiently } from '../patience.ts'
import { type Environment, environments, type Flag, flags, keyOf, Model, type Step } from './model.ts'
import { type Advance, meant } from './steps.ts'

const home = '/api/admin/projects/default'
const reason = { 'x-change-reason': 'model' }
const nameOf = (flag: Flag) => `model-${flag}`
const placeOf = (flag: Flag, environment: Environment) =>
  `${home}/features/${nameOf(flag)}/environments/${environment}`
const ruleWith = (rollout: number) => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(rollout), stickiness: 'default', groupId: 'x' },
})

type Ready = { rules: ReadonlyMap<string, string>; tokens: ReadonlyMap<Environment, string> }

/** Flags and tokens that all walks share. Returns the walk. */
export async function startWalks(
  kit: TestApp,
): Promise<(list: readonly (Step | Advance)[]) => Promise<void>> {
  await kit.app.startWork()
  // Only the walks sweep.
  await sql`delete from jobs.schedule where name = 'change-request-schedules'`.execute(kit.db)
  const rules = new Map<string, string>()
  for (const flag of flags) {
    await kit.as.admin.post(`${home}/features`, { name: nameOf(flag) })
    for (const environment of environments) {
      const { body } = await kit.as.admin.post(`${placeOf(flag, environment)}/strategies`, ruleWith(50))
      rules.set(keyOf(flag, environment), body.id)
    }
  }
  const tokens = new Map<Environment, string>()
  for (const environment of environments) {
    const token = { tokenName: `model ${environment}`, type: 'backend', environment, projects: ['*'] }
    tokens.set(environment, (await kit.as.admin.post('/api/admin/api-tokens', token)).body.secret)
  }
  return (list) => walk(kit, { rules, tokens }, list)
}

/** Takes the steps on a real server and in the model, and compares them after each one. */
async function walk(kit: TestApp, ready: Ready, list: readonly (Step | Advance)[]): Promise<void> {
  const model = new Model()
  await reset(kit, ready, model)
  const run: Run = { ...ready, model, ids: [], started: Date.now() }
  for (const abstract of list) {
    const one = meant(abstract, model)
    // Before the model takes the step: it says which requests come due.
    const due =
      one.do === 'pass' ? model.due(one.hours).map((request) => model.requests.indexOf(request)) : []
    const should = model.take(one)
    const status = one.do === 'pass' ? await pass(kit, run, due) : await send(kit, run, one)
    expect({ step: one, done: status < 300 }).toEqual({ step: one, done: should })
    expect(status).toBeLessThan(500)
    await compare(kit, run)
  }
}

type Run = Ready & { model: Model; ids: number[]; started: number }

/** No requests, nothing protected, and each rule as the model expects it. */
async function reset(kit: TestApp, ready: Ready, model: Model) {
  await kit.db.deleteFrom('change_requests').execute()
  await kit.db.deleteFrom('protections').execute()
  const found = await readLive(kit, ready)
  for (const flag of flags)
    for (const environment of environments) {
      const key = keyOf(flag, environment)
      const { rollout, on } = model.at(flag, environment)
      const at = placeOf(flag, environment)
      if (found.get(key)?.rollout !== rollout)
        await kit.as.admin.put(`${at}/strategies/${ready.rules.get(key)}`, ruleWith(rollout))
      if (found.get(key)?.on !== on) await kit.as.admin.post(`${at}/${on ? 'on' : 'off'}`)
    }
}

/** Lets the time of these requests come, in their order, and sweeps. */
async function pass({ app, db }: TestApp, { ids }: Run, due: readonly number[]): Promise<number> {
  for (const [order, index] of due.entries())
    await sql`update change_requests set scheduled_at = now() - make_interval(secs => ${60 - order})
      where id = ${ids[index]}`.execute(db)
  await sweepSchedules(app.handles)
  // Unlike a request, the sweep does not wait until its changes are served.
  await app.delivery.caughtUp(undefined, patiently.timeout)
  return 200
}

async function send(
  { as, client, actors }: TestApp,
  run: Run,
  one: Exclude<Step, { do: 'pass' }>,
): Promise<number> {
  const request = 'request' in one ? `${home}/change-requests/${run.ids[one.request] ?? 999_999}` : ''
  switch (one.do) {
    case 'protect': {
      const path = `${home}/environments/${one.environment}/change-requests/config`
      return (await as.admin.put(path, { changeRequestsEnabled: one.on }, { headers: reason })).status
    }
    case 'move':
      return (await as[one.user].put(`${request}/state`, { state: one.to })).status
    case 'schedule': {
      const scheduledAt = new Date(run.started + (run.model.hour + one.hours) * 3_600_000).toISOString()
      return (await as[one.user].put(`${request}/state`, { state: 'Scheduled', scheduledAt })).status
    }
    case 'discard':
      return (await as[one.user].delete(request)).status
    case 'edit':
    case 'propose': {
      const headers = one.do === 'propose' ? { prefer: 'propose' } : reason
      const caller = client({ authorization: actors[one.user].token, ...headers })
      const at = placeOf(one.flag, one.environment)
      const { status, body } =
        'rollout' in one.set
          ? await caller.put(
              `${at}/strategies/${run.rules.get(keyOf(one.flag, one.environment))}`,
              ruleWith(one.set.rollout),
            )
          : await caller.post(`${at}/${one.set.on ? 'on' : 'off'}`)
      if (one.do === 'propose' && status === 202 && !run.ids.includes(body.id)) run.ids.push(body.id)
      return status
    }
  }
}

type Published = { name: string; enabled: boolean; strategies: { parameters: { rollout: string } }[] }

/** What SDKs get. */
async function readLive({ client }: TestApp, { tokens }: Ready) {
  const live = new Map<string, { rollout: number; on: boolean }>()
  for (const environment of environments) {
    const { body } = await client({ authorization: tokens.get(environment) ?? '' }).get(
      '/api/client/features',
    )
    for (const { name, enabled, strategies } of body.features as Published[])
      live.set(keyOf(name.replace('model-', ''), environment), {
        rollout: Number(strategies[0]?.parameters.rollout),
        on: enabled,
      })
  }
  return live
}

async function compare(kit: TestApp, run: Run) {
  const { model, ids } = run
  expect(await readLive(kit, run)).toEqual(model.live)
  const rows = await kit.db.selectFrom('change_requests').select(['id', 'state', 'schedule_status']).execute()
  const found = new Map(rows.map(({ id, ...states }) => [id, states]))
  const states = ids.map((id) => found.get(id)?.state ?? 'gone')
  expect(states).toEqual(model.requests.map(({ state }) => state))
  const schedules = ids.map((id) => {
    const one = found.get(id)
    return one?.state === 'Scheduled' ? one.schedule_status : undefined
  })
  expect(schedules).toEqual(
    model.requests.map(({ state, schedule }) => (state === 'Scheduled' ? schedule?.status : undefined)),
  )
}
