import type { EdgeReport } from '@flagstaff/contract/receipts'
import type { Traffic, TrafficGroup } from '@flagstaff/delivery'

type Requests = NonNullable<EdgeReport['requestsSinceLastReport']>

const MINUTE = 60_000
/** The paths under which upstream counts them. */
const paths: Partial<Record<TrafficGroup, string>> = {
  'client-features': '/api/client/features',
  'client-delta': '/api/client/delta',
  'client-stream': '/api/client/streaming',
  'client-metrics': '/api/client/metrics',
  'client-register': '/api/client/register',
  frontend: '/api/frontend',
  ofrep: '/ofrep/v1',
}

/** The requests that were answered, for at most one report a minute: upstream counts one of each minute. */
export function createRequestCounts(traffic: Traffic, now = Date.now) {
  const waiting = new Map<string, { requests200: number; requests304: number }>()
  let sentAt = now()
  return {
    /** Undefined if nothing has to be reported now. */
    due(isLast: boolean): Requests | undefined {
      if (!isLast && now() - sentAt < MINUTE) return undefined
      for (const { group, ok, same } of traffic.take()) {
        const path = paths[group]
        if (!path || ok + same === 0) continue
        const known = waiting.get(path) ?? { requests200: 0, requests304: 0 }
        waiting.set(path, { requests200: known.requests200 + ok, requests304: known.requests304 + same })
      }
      return waiting.size > 0 ? Object.fromEntries(waiting) : undefined
    },
    /** Upstream has accepted them. */
    sent() {
      waiting.clear()
      sentAt = now()
    },
  }
}
