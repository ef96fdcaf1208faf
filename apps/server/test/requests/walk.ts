import { sql } from 'kysely'
import { expect } from 'vitest'
import { sweepSchedules } from '../../src/changes/requests/schedule/due.ts'
import { makeProject } from '../fixtures.ts'
import type { TestApp } from '../kit.ts'
import { account, makeRole } from '../matrix/accounts.ts'
import { patiently } from '../patience.ts'
import { watchWalk } from './invariants.ts'
import { Model } from './model.ts'
import { type Advance, meant } from './steps.ts'
import type { Step } from './types.ts'
import {
  CHILD,
  hasOtherVariant,
  keyOf,
  PARENT,
  type Place,
  type Project,
  partsOf,
  type Spot,
  spots,
  type User,
  usesSegment,
  usesSpare,
} from './world.ts'

const reason = { 'x-change-reason': 'model' }
const nameOf = (flag: string) => `model-${flag}`
const inProject = (place: Place) => `/api/admin/projects/${partsOf(place)[0]}`
const pathOf = ({ flag, place }: Spot) =>
  `${inProject(place)}/features/${nameOf(flag)}/environments/${partsOf(place)[1]}`
const segmentWith = (value: string, name = 'model-segment') => ({
  name,
  constraints: [{ contextName: 'userId', operator: 'IN', values: [value] }],
})

type Ready = {
  people: Record<User, Person>
  rules: ReadonlyMap<string, string>
  segment: number
  spare: number
  rootRole: number
  tokens: ReadonlyMap<'development' | 'production', string>
}

const variants = [{ name: 'other', weight: 1000, weightType: 'variable', stickiness: 'default' }]
const ruleWith = (rollout: number, spot: Spot, { segment, spare }: { segment: number; spare: number }) => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(rollout), stickiness: 'default', groupId: 'x' },
  segments: [...(usesSegment(spot) ? [segment] : []), ...(usesSpare(rollout) ? [spare] : [])],
})

export type Person = { id: number; token: string }

async function makePeople({
  db,
  actors,
}: TestApp): Promise<{ people: Record<User, Person>; rootRole: number }> {
  const owner = { project: 'hidden', user_id: actors.owner.id, role_id: 4 }
  await db.insertInto('project_members').values(owner).execute()
  const rootRole = await makeRole(db, 'root-custom', 'UPDATE_SEGMENT')
  const { id, headers } = await account(db, 'outsider', { rootRole, in: { default: 4 } })
  return { people: { ...actors, outsider: { id, token: headers.authorization ?? '' } }, rootRole }
}

/** Projects, flags and tokens that all walks share. Returns the walk. */
export async function startWalks(
  kit: TestApp,
): Promise<(list: readonly (Step | Advance)[]) => Promise<void>> {
  const { admin } = kit.as
  await kit.app.startWork()
  // Only the walks sweep.
  await sql`delete from jobs.schedule where name = 'change-request-schedules'`.execute(kit.db)
  await makeProject(kit.db, 'hidden', { mode: 'private' })
  const { people, rootRole } = await makePeople(kit)
  const { id: segment } = (await admin.post('/api/admin/segments', segmentWith('1'))).body
  const { id: spare } = (await admin.post('/api/admin/segments', segmentWith('1', 'model-spare'))).body
  const rules = new Map<string, string>()
  const made = new Set<string>()
  for (const spot of spots) {
    if (!made.has(spot.flag))
      await admin.post(`${inProject(spot.place)}/features`, { name: nameOf(spot.flag) })
    made.add(spot.flag)
    const { body } = await admin.post(`${pathOf(spot)}/strategies`, ruleWith(50, spot, { segment, spare }))
    rules.set(keyOf(spot), body.id)
    const last = { ...ruleWith(100, spot, { segment, spare }), segments: [], variants }
    if (hasOtherVariant(spot)) await admin.post(`${pathOf(spot)}/strategies`, last)
  }
  const parent = { feature: nameOf(PARENT.flag), enabled: false }
  await admin.post(`${inProject(CHILD.place)}/features/${nameOf(CHILD.flag)}/dependencies`, parent)
  const tokens = new Map<'development' | 'production', string>()
  for (const environment of ['development', 'production'] as const) {
    const token = { tokenName: `model ${environment}`, type: 'backend', environment, projects: ['*'] }
    tokens.set(environment, (await admin.post('/api/admin/api-tokens', token)).body.secret)
  }
  return (list) => walk(kit, { people, rootRole, rules, segment, spare, tokens }, list)
}

/** Takes the steps on a real server and in the model, and compares them after each one. */
async function walk(kit: TestApp, ready: Ready, list: readonly (Step | Advance)[]): Promise<void> {
  const model = new Model()
  await reset(kit, ready, model)
  const run: Run = { ...ready, model, ids: [], started: Date.now() }
  const watch = await watchWalk(kit, ready.people, model)
  for (const abstract of list) {
    const one = meant(abstract, model)
    // Before the model takes the step: it says which requests come due.
    const due =
      one.do === 'pass' ? model.due(one.hours).map((request) => model.requests.indexOf(request)) : []
    const should = model.take(one)
    const { status, body } = one.do === 'pass' ? await pass(kit, run, due) : await send(kit, run, one)
    expect(status < 300, `${JSON.stringify(one)} answered ${status} ${JSON.stringify(body)}`).toBe(should)
    expect(status).toBeLessThan(500)
    if (!should) {
      await watch.unchanged()
      continue
    }
    run.ids.push(...(await newReturns(kit, run.ids)))
    const { spare, ...live } = await readLive(kit, run)
    expect(live).toEqual({ live: model.live, segment: [model.segment] })
    expect(
      spare.every((one) => one === model.spare),
      `${spare} ${model.spare}`,
    ).toBe(true)
    await watch.check(run.ids)
  }
}

/** Requests that revert others: the server opens them when those are applied. */
async function newReturns({ db }: TestApp, known: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('change_requests')
    .select('id')
    .where('returns', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id).filter((id) => !known.includes(id))
}

type Reply = { status: number; body: unknown }
type Run = Ready & { model: Model; ids: number[]; started: number }

/** No requests, nothing protected, and each rule as the model expects it. */
async function reset(kit: TestApp, ready: Ready, model: Model) {
  await kit.db.deleteFrom('change_requests').execute()
  await kit.db.deleteFrom('protections').execute()
  const { admin } = kit.as
  const found = await readLive(kit, ready)
  if (found.segment.join() !== model.segment)
    await admin.put(`/api/admin/segments/${ready.segment}`, segmentWith(model.segment))
  await admin.put(`/api/admin/segments/${ready.spare}`, segmentWith(model.spare, 'model-spare'))
  await trust(kit, ready, model.isTrusted)
  for (const spot of spots) {
    const { rollout, on } = model.at(spot)
    const now = found.live.get(keyOf(spot))
    const rule = `${pathOf(spot)}/strategies/${ready.rules.get(keyOf(spot))}`
    if (now?.rollout !== rollout) await admin.put(rule, ruleWith(rollout, spot, ready))
    if (now?.on !== on) await admin.post(`${pathOf(spot)}/${on ? 'on' : 'off'}`)
  }
}

const trust = ({ as }: TestApp, { people, rootRole }: Ready, isTrusted: boolean) =>
  as.admin.put(`/api/admin/user-admin/${people.outsider.id}`, { rootRole: isTrusted ? rootRole : 3 })

/** Lets the time of these requests come, in their order, and sweeps. */
async function pass({ app, db }: TestApp, { ids }: Run, due: readonly number[]): Promise<Reply> {
  for (const [order, index] of due.entries())
    await sql`update change_requests set scheduled_at = now() - make_interval(secs => ${60 - order})
      where id = ${ids[index]}`.execute(db)
  await sweepSchedules(app.handles)
  // Unlike a request, the sweep does not wait until its changes are served.
  await app.delivery.caughtUp(undefined, patiently.timeout)
  return { status: 200, body: undefined }
}

async function send(kit: TestApp, run: Run, one: Exclude<Step, { do: 'pass' }>): Promise<Reply> {
  const { as, client, db } = kit
  const request =
    'request' in one
      ? `${inProject(run.model.requests[one.request]?.place ?? 'default/production')}/change-requests/${run.ids[one.request] ?? 999_999}`
      : ''
  const by = (user: User, headers = {}) => client({ authorization: run.people[user].token, ...headers })
  switch (one.do) {
    case 'trust':
      return trust(kit, run, one.on)
    case 'protect': {
      const path = `${inProject(one.place)}/environments/${partsOf(one.place)[1]}/change-requests/config`
      return as.admin.put(path, { changeRequestsEnabled: one.on, offIsFree: one.free }, { headers: reason })
    }
    case 'move': {
      // As someone who has just read it.
      const id = run.ids[one.request] ?? 0
      const read = db.selectFrom('change_requests').select('edition').where('id', '=', id)
      const edition = one.to === 'Approved' ? (await read.executeTakeFirst())?.edition : undefined
      return by(one.user).put(`${request}/state`, { state: one.to, ...(edition ? { edition } : {}) })
    }
    case 'until': {
      const until =
        one.hours === null
          ? null
          : new Date(run.started + (run.model.hour + one.hours) * 3_600_000).toISOString()
      return by(one.user).put(`${request}/until`, { until })
    }
    case 'schedule': {
      const scheduledAt = new Date(run.started + (run.model.hour + one.hours) * 3_600_000).toISOString()
      return by(one.user).put(`${request}/state`, { state: 'Scheduled', scheduledAt })
    }
    case 'discard':
      return by(one.user).delete(request)
  }
  const proposed = one.do.startsWith('propose')
  const { status, body } = await change(by(one.user, proposed ? { prefer: 'propose' } : reason), run, one)
  if (proposed && status === 202 && !run.ids.includes(body.id)) run.ids.push(body.id)
  return { status, body }
}

type Changing = Extract<Step, { do: 'edit' | 'propose' | 'edit-segment' | 'edit-spare' | 'propose-segment' }>

function change(caller: ReturnType<TestApp['client']>, run: Run, one: Changing) {
  if (one.do === 'edit-spare')
    return caller.put(`/api/admin/segments/${run.spare}`, segmentWith(one.value, 'model-spare'))
  if ('value' in one) return caller.put(`/api/admin/segments/${run.segment}`, segmentWith(one.value))
  const { spot, set } = one
  return 'rollout' in set
    ? caller.put(`${pathOf(spot)}/strategies/${run.rules.get(keyOf(spot))}`, ruleWith(set.rollout, spot, run))
    : caller.post(`${pathOf(spot)}/${set.on ? 'on' : 'off'}`)
}

type Published = {
  name: string
  project: Project
  enabled: boolean
  strategies: { parameters: { rollout: string }; constraints: { values: string[] }[] }[]
}

/** What SDKs get: rollouts and switches, and the values of the segment in all rules that use it. */
async function readLive({ client }: TestApp, { tokens }: Ready) {
  const live = new Map<string, { rollout: number; on: boolean }>()
  const segment = new Set<string>()
  const spare: string[] = []
  for (const [environment, token] of tokens) {
    const { body } = await client({ authorization: token }).get('/api/client/features')
    const published = new Map((body.features as Published[]).map((one) => [one.name, one]))
    for (const spot of spots.filter(({ place }) => partsOf(place)[1] === environment)) {
      const { enabled, strategies } = published.get(nameOf(spot.flag)) as Published
      const rollout = Number(strategies[0]?.parameters.rollout)
      const values = strategies[0]?.constraints.map((one) => one.values.join()) ?? []
      live.set(keyOf(spot), { rollout, on: enabled })
      if (usesSegment(spot)) segment.add(values[0] ?? '')
      if (usesSpare(rollout)) spare.push(values.at(-1) ?? '')
    }
  }
  return { live, segment: [...segment], spare }
}
