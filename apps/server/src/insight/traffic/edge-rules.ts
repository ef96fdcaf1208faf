import type { EdgeReport } from '@flagstaff/contract/receipts'
import type { TrafficGroup } from '@flagstaff/delivery'
import type { Counts } from './rules.ts'

const MOST = 1e9

const groups: readonly [start: string, group: TrafficGroup][] = [
  ['/api/client/metrics', 'client-metrics'],
  ['/api/client/register', 'client-register'],
  ['/api/client/delta', 'client-delta'],
  ['/api/client/streaming', 'client-stream'],
  ['/api/client', 'client-features'],
  ['/api/frontend', 'frontend'],
  ['/api/proxy', 'frontend'],
  ['/ofrep', 'ofrep'],
  ['/edge', 'edge'],
]

/** The requests of a report by group; paths that are not counted are left out. */
export function countsIn(
  paths: EdgeReport['requestsSinceLastReport'] = {},
): (Counts & { group: TrafficGroup })[] {
  const found = new Map<TrafficGroup, Counts & { group: TrafficGroup }>()
  for (const [path, { requests200 = 0, requests304 = 0 }] of Object.entries(paths)) {
    const group = groups.find(([start]) => path.startsWith(start))?.[1]
    if (!group || requests200 + requests304 === 0) continue
    const one = found.get(group) ?? { group, ok: 0, same: 0, refused: 0, failed: 0 }
    one.ok = Math.min(MOST, one.ok + Math.round(requests200))
    one.same = Math.min(MOST, one.same + Math.round(requests304))
    found.set(group, one)
  }
  return [...found.values()]
}
