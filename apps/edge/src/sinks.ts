import type { ImpactSink, RegistrationSink, UsageSink } from '@flagstaff/delivery'
import type { Spool } from './spool.ts'

const SEEN_AGAIN_MS = 5 * 60_000
const MOST_SEEN = 100_000

/** What SDKs report goes into the spool, and is answered once it is there. */
export function createSinks(spool: Spool): {
  usage: UsageSink
  registrations: RegistrationSink
  impact: ImpactSink
} {
  const seen = new Map<string, number>()
  return {
    usage: { add: (usage) => spool.add({ kind: 'usage', usage }) },
    registrations: {
      add: (registration) => spool.add({ kind: 'application', registration }),
      seen(registration) {
        const key = JSON.stringify([registration.app, registration.instance, registration.environment])
        const now = Date.now()
        if (now - (seen.get(key) ?? 0) < SEEN_AGAIN_MS) return
        if (seen.size >= MOST_SEEN) seen.clear()
        seen.set(key, now)
        spool.add({ kind: 'application', registration }).catch(() => seen.delete(key))
      },
    },
    impact: {
      async add(metrics) {
        const environment = metrics[0]?.samples[0]?.labels.environment ?? ''
        await spool.add({ kind: 'impact', environment, metrics })
      },
    },
  }
}
