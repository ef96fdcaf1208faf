import { randomUUID } from 'node:crypto'
import type { EdgeReport } from '@flagstaff/contract/receipts'
import type { Traffic, TrafficGroup } from '@flagstaff/delivery'

/** Upstream counts them once for each ID. */
type Counted = { reportId: string; requestsSinceLastReport: Requests }
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

/**
 * The requests that were answered, for at most one report a minute. They are sent again, unchanged, until upstream
 * accepts them.
 */
export function createRequestCounts(traffic: Traffic, now = Date.now) {
  let waiting: Counted | undefined
  let sentAt = now()
  return {
    /** Undefined if nothing has to be reported now. */
    due(isLast: boolean): Counted | undefined {
      if (!isLast && now() - sentAt < MINUTE) return undefined
      waiting ??= take(traffic)
      return waiting
    },
    /** Upstream has accepted them. */
    sent() {
      waiting = undefined
      sentAt = now()
    },
  }
}

function take(traffic: Traffic): Counted | undefined {
  const requests: Requests = {}
  for (const { group, ok, same } of traffic.take()) {
    const path = paths[group]
    if (!path || ok + same === 0) continue
    const { requests200 = 0, requests304 = 0 } = requests[path] ?? {}
    requests[path] = { requests200: requests200 + ok, requests304: requests304 + same }
  }
  return Object.keys(requests).length > 0
    ? { reportId: randomUUID(), requestsSinceLastReport: requests }
    : undefined
}
