import type { BulkSink, ImpactSink, OutcomeSink, RegistrationSink, UsageSink } from '@flagstaff/delivery'
import type { Item, Spool } from './spool.ts'

const SEEN_AGAIN_MS = 5 * 60_000
const MOST_SEEN = 100_000

/** Writes the reports of SDKs to the spool and acknowledges them once they are stored. */
export function createSinks(spool: Spool): {
  usage: UsageSink
  registrations: RegistrationSink
  impact: ImpactSink
  bulks: BulkSink
  outcomes: OutcomeSink
} {
  const seen = new Map<string, number>()
  const add = (item: Item) =>
    spool.add(item).catch((cause) => {
      throw Object.assign(
        new Error('Reports cannot be saved at present. Send them again shortly.', { cause }),
        {
          statusCode: 503,
        },
      )
    })
  return {
    usage: { add: (usage) => add({ kind: 'usage', usage }) },
    registrations: {
      add: (registration) => add({ kind: 'application', registration }),
      seen(registration) {
        const { app, instance, connectionId, environment } = registration
        const key = JSON.stringify([app, instance, connectionId, environment])
        const now = Date.now()
        if (now - (seen.get(key) ?? 0) < SEEN_AGAIN_MS) return
        if (seen.size >= MOST_SEEN) seen.clear()
        seen.set(key, now)
        spool.add({ kind: 'application', registration }).catch(() => seen.delete(key))
      },
    },
    impact: {
      async add(metrics, isPublic) {
        const environment = metrics[0]?.samples[0]?.labels.environment ?? ''
        const marked = isPublic ? metrics.map((one) => ({ ...one, public: true as const })) : metrics
        await add({ kind: 'impact', environment, metrics: marked })
      },
    },
    outcomes: {
      add: (report, id) => {
        if (id === undefined) return add({ kind: 'outcomes', report })
        const { environment } = report
        const bulk = { id, environment, usages: [], registrations: [], impact: [], outcomes: [report] }
        return add({ kind: 'bulk', bulk })
      },
    },
    bulks: {
      async add({ id, environment, usages, registrations, impact, outcomes = [] }) {
        const bulk = { environment, usages, registrations, impact, outcomes }
        if (id !== undefined) return add({ kind: 'bulk', bulk: { id, ...bulk } })
        const items: Item[] = [
          ...usages.map((usage): Item => ({ kind: 'usage', usage })),
          ...registrations.map((registration): Item => ({ kind: 'application', registration })),
          ...outcomes.map((report): Item => ({ kind: 'outcomes', report })),
        ]
        if (impact.length > 0) items.push({ kind: 'impact', environment, metrics: impact })
        await Promise.all(items.map(add))
      },
    },
  }
}
