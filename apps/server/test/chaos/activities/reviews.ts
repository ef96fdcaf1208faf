import { PROJECT, rulesOf } from '../../cluster/changes.ts'
import { signIn } from '../../cluster/server.ts'
import { until } from '../until.ts'
import type { World } from '../world.ts'
import { reason, type Sent, send } from './activity.ts'
import { ruleWith } from './flags.ts'

type Rule = { flag: string; rule: string }
export type Request = { id: number; edition: number }

/** What one person who may approve and apply sends about change requests in an environment. */
export async function openReviews(world: World, environment: string, violations: string[]) {
  let me: Record<string, string> = {}
  await until(`changes in ${environment} need a review`, async () => {
    const [server] = world.servers
    me = { ...(await signIn(server)), ...reason }
    const path = `${PROJECT}/environments/${environment}/change-requests/config`
    const { status } = await server.call('PUT', path, { changeRequestsEnabled: true }, me)
    return status === 204 || status
  })
  let count = 0
  const anyServer = () => world.servers[++count % 2 ? 0 : 1]
  const path = (id: number) => `${PROJECT}/change-requests/${id}`
  const propose = ({ flag, rule }: Rule, value: string) =>
    send(violations, anyServer(), 'PUT', `${rulesOf(flag, environment)}/${rule}`, ruleWith(value), {
      ...me,
      prefer: 'propose',
    })
  const move = (id: number, state: string, more: object = {}, server = anyServer()) =>
    send(violations, server, 'PUT', `${path(id)}/state`, { state, ...more }, me)
  return {
    /** The headers of that person. */
    me,
    path,
    move,
    setUntil: (id: number, at: Date | null) =>
      send(violations, anyServer(), 'PUT', `${path(id)}/until`, { until: at?.toISOString() ?? null }, me),
    /** Makes a request that gives all rules this value. Returns undefined if a response was refused or lost. */
    async request(rules: readonly Rule[], value: string): Promise<Request | undefined> {
      const ids = new Set<number>()
      for (const rule of rules) {
        const { outcome, body } = await propose(rule, value)
        if (outcome !== 'acknowledged') return
        ids.add(body.id)
      }
      const [id] = ids
      if (ids.size !== 1 || id === undefined) return
      const read = await send(violations, anyServer(), 'GET', path(id), undefined, me)
      return read.outcome === 'acknowledged' ? { id, edition: read.body.edition } : undefined
    },
    /** Approves the edition that was read: nothing that was added later. */
    async approve({ id, edition }: Request): Promise<boolean> {
      await move(id, 'In review')
      return (await move(id, 'Approved', { edition })).outcome === 'acknowledged'
    },
  }
}

/** What several attempts at the same thing say together. */
export function together(replies: readonly Sent[]): Sent['outcome'] {
  if (replies.some(({ outcome }) => outcome === 'acknowledged')) return 'acknowledged'
  return replies.some(({ outcome }) => outcome === 'maybe') ? 'maybe' : 'refused'
}

/** Requests that were not applied once or not at all. */
export async function appliedTwice(world: World): Promise<string[]> {
  const rows = await world.query<{ id: number; state: string; applied: number }>(
    `select r.id, r.state, count(e.revision)::int as applied from change_requests r
     left join events e on e.group_type = 'change-request' and e.group_id = r.id::text
       and e.type in ('change-request-applied', 'change-request-scheduled-application-success')
     group by r.id having count(e.revision) <> case r.state when 'Applied' then 1 else 0 end`,
  )
  return rows.map(({ id, state, applied }) => `request ${id} is ${state} and was applied ${applied} times`)
}

/** The values of rules in the database. */
export async function valuesOf(world: World, rules: readonly Rule[]): Promise<string[]> {
  const rows = await world.query<{ value: string }>(
    `select parameters ->> 'groupId' as value from rules where id = any($1)`,
    [rules.map(({ rule }) => rule)],
  )
  return rows.map(({ value }) => value)
}
