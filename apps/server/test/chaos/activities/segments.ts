import { createHistory } from '../history.ts'
import { until } from '../until.ts'
import type { World } from '../world.ts'
import { type Activity, send } from './activity.ts'
import { makeRule } from './flags.ts'

const SEGMENTS = '/api/admin/segments'
/** Every so many changes, somebody tries to delete the segment. */
const DELETED_EVERY = 5

const segment = (name: string, value: string) => ({
  name,
  description: value,
  constraints: [{ contextName: 'userId', operator: 'IN', values: [value] }],
})

/** Changes a segment that a rule uses; its description and its only constraint have the same value. */
export async function openSegments(world: World, name: string): Promise<Activity> {
  const violations: string[] = []
  const id = await makeSegment(world, name)
  await makeRule(world, { flag: name, environment: 'development', segments: [id] })
  const history = createHistory(new Map([[name, 'start']]))
  const seen = new Set<string>()
  let count = 0
  let acknowledged = 0
  return {
    async step() {
      const server = world.servers[count % 3 === 0 ? 1 : 0]
      if (++count % DELETED_EVERY === 0) {
        const { outcome } = await send(violations, server, 'DELETE', `${SEGMENTS}/${id}`)
        if (outcome === 'acknowledged') violations.push(`segment ${id} was deleted while a rule uses it`)
        return
      }
      const value = `${name}-${count}`
      const started = performance.now()
      const { outcome, status } = await send(
        violations,
        server,
        'PUT',
        `${SEGMENTS}/${id}`,
        segment(name, value),
      )
      if (outcome === 'refused' && status !== 503)
        violations.push(`a change of segment ${id} was answered ${status}`)
      const isAcknowledged = outcome === 'acknowledged'
      const ended = isAcknowledged ? performance.now() : Number.POSITIVE_INFINITY
      history.add({ flag: name, value, started, ended, outcome })
      if (isAcknowledged) acknowledged++
    },
    read({ features, segments = [] }) {
      const served = new Map(segments.map((one) => [one.id, one.constraints[0]?.values?.[0] ?? '']))
      const value = served.get(id)
      if (value !== undefined) seen.add(value)
      return features.flatMap((flag) =>
        (flag.strategies ?? [])
          .flatMap((one) => one.segments ?? [])
          .filter((used) => !served.has(used))
          .map((used) => `${flag.name} was served without segment ${used}`),
      )
    },
    lostSince: history.lostSince,
    async violations() {
      const [row] = await world.query<{ description: string; value: string; uses: number }>(
        `select description, constraints -> 0 -> 'values' ->> 0 as value,
           (select count(*)::int from rule_segments where segment_id = s.id) as uses from segments s where id = $1`,
        [id],
      )
      if (!row) return [...violations, `segment ${id} is missing`]
      if (row.uses === 0) violations.push(`no rule uses segment ${id}`)
      if (row.description !== row.value)
        violations.push(`segment ${id} is half of ${row.description} and half of ${row.value}`)
      return [...violations, ...history.violations(new Map([[name, row.value]])), ...history.refusedIn(seen)]
    },
    acknowledged: () => acknowledged,
  }
}

async function makeSegment({ servers: [server] }: World, name: string): Promise<number> {
  let id = 0
  await until(`segment ${name} is made`, async () => {
    await server.call('POST', SEGMENTS, segment(name, 'start'))
    const { body } = await server.call('GET', SEGMENTS)
    id = body.segments?.find((one: { name: string }) => one.name === name)?.id ?? 0
    return id > 0
  })
  return id
}
