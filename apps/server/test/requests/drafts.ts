import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { owners } from '../../src/platform/database/owners.ts'
import type { TestApp } from '../kit.ts'

// A draft is rehearsed when it is edited, and its changes are made when it is applied: both must come to the same.

const home = '/api/admin/projects/default'
const flag = fc.constantFrom('a' as const, 'b' as const)
const rollout = fc.constantFrom(0, 10, 50, 100)
const rule = fc.nat(1)
const named = <const Name extends string>(name: Name) => ({ do: fc.constant(name), flag })

const action = fc.oneof(
  fc.record({ ...named('add'), rollout, withSegment: fc.boolean() }),
  fc.record({ ...named('update'), rule, rollout, withSegment: fc.boolean(), disabled: fc.boolean() }),
  fc.record({ ...named('delete'), rule }),
  fc.record({ ...named('enabled'), on: fc.boolean() }),
  fc.record({ ...named('variants'), weight: fc.constantFrom(100, 500, 1000) }),
  fc.record(named('reorder')),
  fc.record(named('depend')),
  fc.record(named('archive')),
  fc.record({ ...named('segment'), value: fc.constantFrom('7', '8') }),
)
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never

export const drafts = fc.array(action, { minLength: 1, maxLength: 8 })

type Ready = { names: Record<'a' | 'b', string>; rules: Record<'a' | 'b', string[]>; segment: number }
let runs = 0

/** Protects production, where all drafts are. */
export async function protectProduction({ as }: TestApp) {
  const config = `${home}/environments/production/change-requests/config`
  const { status } = await as.admin.put(config, { changeRequestsEnabled: true })
  expect(status).toBe(204)
}

/** Proposes the actions, applies the request, and compares. Returns false if the actions contradict each other. */
export async function rehearseAndApply(kit: TestApp, list: readonly Action[]): Promise<boolean> {
  const { as } = kit
  const ready = await prepare(kit)
  const before = await tablesOf(kit)
  const sent = await as.owner.post(
    `${home}/environments/production/change-requests`,
    list.map((one) => wireOf(one, ready)),
  )
  expect(sent.status).toBeLessThan(500)
  expect(await tablesOf(kit)).toEqual(before)
  if (sent.status !== 200) return false
  const request = `${home}/change-requests/${sent.body.id}`
  const states = ['In review', 'Approved', 'Applied']
  if (sent.body.affects.length === 0) states.splice(1, 1)
  for (const state of states) {
    const answer = await as[state === 'Approved' ? 'admin' : 'owner'].put(`${request}/state`, { state })
    // Nothing is left to do if the actions cancel each other out.
    if (state === 'In review' && answer.status === 403) return end(kit, request)
    expect([state, answer.status]).toEqual([state, 200])
  }
  const applied = await kit.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'change-request-applied')
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(applied.data).toMatchObject({ drifted: false })
  return true
}

async function end({ as }: TestApp, request: string): Promise<false> {
  expect((await as.owner.delete(request)).status).toBe(204)
  return false
}

const why = { headers: { 'x-change-reason': 'drafts' } }
const ruleWith = (percent: number, segments: number[] = []) => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(percent), stickiness: 'default', groupId: 'x' },
  segments,
})
const segmentWith = (value: string) => ({
  constraints: [{ contextName: 'userId', operator: 'IN', values: [value] }],
})

/** Two flags with two rules each; a segment is used by one of them. */
async function prepare({ as }: TestApp): Promise<Ready> {
  const run = ++runs
  const segment = (await as.admin.post('/api/admin/segments', { name: `drafts-${run}`, ...segmentWith('1') }))
    .body.id
  const make = async (letter: string) => {
    const name = `draft-${run}-${letter}`
    await as.admin.post(`${home}/features`, { name })
    const at = `${home}/features/${name}/environments/production`
    const ids: string[] = []
    for (const one of [ruleWith(20, [segment]), ruleWith(70)])
      ids.push((await as.admin.post(`${at}/strategies`, one, why)).body.id)
    await as.admin.post(`${at}/on`, undefined, why)
    return { name, ids }
  }
  const [a, b] = [await make('a'), await make('b')]
  return { names: { a: a.name, b: b.name }, rules: { a: a.ids, b: b.ids }, segment }
}

function wireOf(one: Action, { names, rules, segment }: Ready): object {
  const feature = names[one.flag]
  const [first, second] = rules[one.flag]
  switch (one.do) {
    case 'add':
      return {
        action: 'addStrategy',
        feature,
        payload: ruleWith(one.rollout, one.withSegment ? [segment] : []),
      }
    case 'update': {
      const content = ruleWith(one.rollout, one.withSegment ? [segment] : [])
      return {
        action: 'updateStrategy',
        feature,
        payload: { id: rules[one.flag][one.rule], ...content, disabled: one.disabled },
      }
    }
    case 'delete':
      return { action: 'deleteStrategy', feature, payload: { id: rules[one.flag][one.rule] } }
    case 'enabled':
      return { action: 'updateEnabled', feature, payload: { enabled: one.on } }
    case 'variants': {
      const variants = [{ name: 'blue', weight: one.weight, weightType: 'variable', stickiness: 'default' }]
      return { action: 'patchVariant', feature, payload: { variants } }
    }
    case 'reorder':
      return {
        action: 'reorderStrategy',
        feature,
        payload: [
          { id: first, sortOrder: 2 },
          { id: second, sortOrder: 1 },
        ],
      }
    case 'depend':
      return { action: 'addDependency', feature: names.a, payload: { feature: names.b, enabled: true } }
    case 'archive':
      return { action: 'archiveFeature', feature }
    case 'segment':
      return {
        action: 'updateSegment',
        payload: { id: segment, name: `drafts-${runs}`, ...segmentWith(one.value) },
      }
  }
}

const DRAFTS = ['change_requests', 'request_changes']
const tables = [
  ...Object.entries(owners).flatMap(([name, [owner]]) =>
    /^(flags|setup|changes)/.test(owner) && !DRAFTS.includes(name) ? [name] : [],
  ),
  ...['heads', 'published', 'undos', 'idempotency_keys'],
]

/** The content of everything that a change could write, but drafts, as digests. */
async function tablesOf({ db }: TestApp): Promise<Record<string, string>> {
  const digests = tables.map(
    (name) => sql`select ${name} as name, (select coalesce(md5(string_agg(x::text, ',' order by x::text)), '')
      from ${sql.table(name)} x) as digest`,
  )
  const found = await sql<{ name: string; digest: string }>`${sql.join(digests, sql` union all `)}`.execute(
    db,
  )
  return Object.fromEntries(found.rows.map(({ name, digest }) => [name, digest]))
}
