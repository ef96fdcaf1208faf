import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'

// Makes random changes, records what applications get after each one, and evaluates all of it again at the end. Set
// `CHANGES` and `SEED` to control it.

const CHANGES = Number(process.env.CHANGES ?? 1000)
const SEED = Number(process.env.SEED ?? 20261115)
const PER_REQUEST = 4
const { app, as, db } = await testApp()
const home = '/api/admin/projects/default'

/** Mulberry32: a seeded random number generator, for reproducible runs. */
function createChance(seed: number) {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (count: number) => Math.floor(random() * count)
  const pick = <T>(list: readonly T[]): T | undefined => list[below(list.length)]
  return { below, pick, likely: (share: number) => random() < share }
}

const chance = createChance(SEED)
const flags: string[] = []
const archived: string[] = []
const segments: number[] = []
const rules = new Map<string, string[]>()
const one = (list: readonly string[]) => chance.pick(list) ?? 'nobody'
const inDevelopment = (flag: string) => `${home}/features/${flag}/environments/development`

const constraint = () =>
  chance.pick([
    { contextName: 'country', operator: 'IN', values: [one(['NO', 'DE'])] },
    { contextName: 'plan', operator: 'NOT_IN', values: [one(['free', 'team'])] },
    { contextName: 'userId', operator: 'STR_ENDS_WITH', values: [String(chance.below(4))] },
    { contextName: 'age', operator: 'NUM_GTE', value: String(20 + chance.below(20)) },
    { contextName: 'version', operator: 'SEMVER_LT', value: `1.${chance.below(4)}.0` },
    { contextName: 'userId', operator: 'REGEX', value: `^user-[0-${chance.below(4)}]$` },
  ])

const rule = () => ({
  name: 'flexibleRollout',
  disabled: chance.likely(0.1),
  parameters: {
    rollout: String(chance.pick([0, 25, 50, 75, 100])),
    stickiness: one(['default', 'userId', 'sessionId']),
    groupId: `group-${chance.below(3)}`,
  },
  constraints: chance.likely(0.5) ? [constraint()] : [],
  segments: segments.length > 0 && chance.likely(0.4) ? [chance.pick(segments)] : [],
  variants: chance.likely(0.4)
    ? ['a', 'b'].map((name) => ({
        name,
        weight: 500,
        weightType: 'variable',
        stickiness: 'userId',
        payload: { type: 'string', value: String(chance.below(3)) },
      }))
    : [],
})

const segment = (name: string) => ({ name, constraints: chance.likely(0.8) ? [constraint()] : [] })

/** Each makes one change, or is refused and changes nothing. */
const changes: Record<string, () => Promise<{ status: number; body: { id?: unknown } }>> = {
  async create() {
    const name = `flag-${flags.length + archived.length}`
    const done = await as.admin.post(`${home}/features`, { name, impressionData: chance.likely(0.5) })
    if (done.status === 201) flags.push(name)
    return done
  },
  async addRule() {
    const flag = one(flags)
    const done = await as.admin.post(`${inDevelopment(flag)}/strategies`, rule())
    if (done.status === 200) rules.set(flag, [...(rules.get(flag) ?? []), String(done.body.id)])
    return done
  },
  async changeRule() {
    const flag = one([...rules.keys()])
    return as.admin.put(`${inDevelopment(flag)}/strategies/${one(rules.get(flag) ?? [])}`, rule())
  },
  async removeRule() {
    const flag = one([...rules.keys()])
    const id = one(rules.get(flag) ?? [])
    rules.set(
      flag,
      (rules.get(flag) ?? []).filter((other) => other !== id),
    )
    return as.admin.delete(`${inDevelopment(flag)}/strategies/${id}`)
  },
  orderRules: () => {
    const flag = one([...rules.keys()])
    const order = [...(rules.get(flag) ?? [])].reverse().map((id, sortOrder) => ({ id, sortOrder }))
    return as.admin.post(`${inDevelopment(flag)}/strategies/set-sort-order`, order)
  },
  on: () => as.admin.post(`${inDevelopment(one(flags))}/on`),
  off: () => as.admin.post(`${inDevelopment(one(flags))}/off`),
  both: () =>
    as.admin.post(`${home}/bulk_features/environments/development/${one(['on', 'off'])}`, {
      features: [...new Set([one(flags), one(flags)])],
    }),
  async newSegment() {
    const done = await as.admin.post('/api/admin/segments', segment(`segment-${segments.length}`))
    if (done.status === 201) segments.push(Number(done.body.id))
    return done
  },
  changeSegment: () => {
    const place = chance.below(segments.length)
    return as.admin.put(`/api/admin/segments/${segments[place]}`, segment(`segment-${place}`))
  },
  depend: () => as.admin.post(`${home}/features/${one(flags)}/dependencies`, { feature: one(flags) }),
  freely: () => as.admin.delete(`${home}/features/${one(flags)}/dependencies`),
  async archive() {
    const flag = one(flags)
    const done = await as.admin.delete(`${home}/features/${flag}`)
    if (done.status < 300) archived.push(...flags.splice(flags.indexOf(flag), 1))
    return done
  },
  async revive() {
    const flag = one(archived)
    const done = await as.admin.post(`${home}/revive`, { features: [flag] })
    if (done.status < 300) flags.push(...archived.splice(archived.indexOf(flag), 1))
    return done
  },
  describe: () =>
    as.admin.put(`${home}/features/${one(flags)}`, {
      description: `about ${chance.below(100)}`,
      type: one(['release', 'experiment']),
      impressionData: chance.likely(0.5),
    }),
  elsewhere: () =>
    as.admin.post(`${home}/features/${one(flags)}/environments/production/${one(['on', 'off'])}`),
}
const often = ['addRule', 'changeRule', 'changeRule', 'on', 'on', 'off', 'changeSegment', 'depend']
const kinds = [...Object.keys(changes), ...often]

const people = ['user-1', 'user-2'].flatMap((userId) => ['NO', 'DE'].map((country) => ({ userId, country })))
const constant = { appName: 'shop', sessionId: 'session-1', remoteAddress: '10.0.0.1' }
const properties = { plan: 'team', age: '30', version: '1.2.0' }

type Answers = Map<string, string>
const said = ({ name, payload }: { name: string; payload?: { value: string } }) =>
  `${name} ${payload?.value ?? ''}`

/** What applications get, by context and flag. Only flags that are on are delivered. */
async function toldToApplications(revision: number): Promise<Answers> {
  while (app.delivery.store.revision < revision) await new Promise((go) => setTimeout(go, 1))
  const answers: Answers = new Map()
  for (const { userId, country } of people) {
    const context = { ...constant, userId, properties: { ...properties, country } }
    const { body } = await as.frontendToken.post('/api/frontend', { context })
    for (const { name, variant } of body.toggles) answers.set(`${userId} ${country} ${name}`, said(variant))
  }
  return answers
}

async function toldByPlayground(more: object) {
  const { status, body } = await as.viewer.post('/api/admin/playground/advanced', {
    environments: ['development'],
    context: {
      ...constant,
      userId: 'user-1,user-2',
      properties: { ...properties, country: 'NO,DE' },
    },
    ...more,
  })
  expect(status).toBe(200)
  const answers: Answers = new Map()
  for (const { environments } of body.features) {
    expect(environments.development).toHaveLength(PER_REQUEST)
    for (const { name, isEnabled, variant, context } of environments.development)
      if (isEnabled) answers.set(`${context.userId} ${context.country} ${name}`, said(variant))
  }
  return { answers, body }
}

const newest = async () =>
  (await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()).revision

test(`the playground reproduces every result after ${CHANGES} random changes`, async () => {
  const given: { revision: number; answers: Answers }[] = []
  const made = new Map<string, number>()
  let last = await newest()
  for (let attempts = 0; given.length < CHANGES && attempts < CHANGES * 5; attempts++) {
    const kind = flags.length < 8 && chance.likely(0.3) ? 'create' : one(kinds)
    if (kind === 'create' && flags.length + archived.length >= 14) continue
    await changes[kind]?.()
    const revision = await newest()
    if (revision === last) continue
    last = revision
    made.set(kind, (made.get(kind) ?? 0) + 1)
    given.push({ revision, answers: await toldToApplications(revision) })
  }
  expect(given).toHaveLength(CHANGES)
  for (const kind of Object.keys(changes))
    expect(made.get(kind), `${kind} among the changes`).toBeGreaterThan(0)

  const wrong: number[] = []
  for (const { revision, answers } of given) {
    const then = await toldByPlayground({ atRevision: revision, compare: false })
    if (!isSame(then.answers, answers)) wrong.push(revision)
  }
  expect(wrong).toEqual([])

  // The reported changes must equal the actual differences, and the last cause must lead to the current result.
  const now = given.at(-1)?.answers ?? new Map()
  for (const { revision, answers } of given.filter((_, index) => index % Math.ceil(CHANGES / 20) === 0)) {
    const { body } = await toldByPlayground({ atRevision: revision })
    const changed = new Set(
      body.changes
        .filter(({ before, now: is }: Change) => before?.isEnabled || is?.isEnabled)
        .map(({ name, context }: Change) => `${context.userId} ${context.country} ${name}`),
    )
    const differing = [...new Set([...answers.keys(), ...now.keys()])].filter(
      (key) => answers.get(key) !== now.get(key),
    )
    expect([...changed].sort()).toEqual(differing.sort())
    for (const { causes, now: is } of body.changes as Change[])
      if (causes) expect(causes.at(-1)?.outcome).toEqual(is)
  }
})

type Outcome = { isEnabled: boolean } | null
type Change = {
  name: string
  context: { userId: string; country: string }
  before: Outcome
  now: Outcome
  causes?: { outcome: Outcome }[]
}

const isSame = (one: Answers, other: Answers) =>
  one.size === other.size && [...one].every(([key, value]) => other.get(key) === value)
