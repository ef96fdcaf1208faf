import type { Usage, UsageSink } from '../ports.ts'

type Counts = Map<string, { yes: number; no: number; variants: Map<string, number> }>

const FLUSH_MS = 1_000
const PATIENCE_MS = 1_500
const MOST_KEPT = 10_000

/**
 * Counts single evaluations, since OpenFeature providers do not report usage. Asynchronous: counts are grouped, kept
 * while the database is unavailable, and dropped beyond a limit.
 */
export function createCounts(usage: UsageSink) {
  let kept = new Map<string, Counts>()
  let size = 0
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> | undefined
  let stopped = false

  const add = (group: string, flag: string, more: Omit<Usage['counts'][number], 'flag'>) => {
    const flags = kept.get(group) ?? new Map()
    const count = flags.get(flag) ?? { yes: 0, no: 0, variants: new Map() }
    if (!flags.has(flag) && ++size > MOST_KEPT) return
    kept.set(group, flags.set(flag, count))
    count.yes += more.yes
    count.no += more.no
    for (const [name, number] of more.variants) {
      count.variants.set(name, (count.variants.get(name) ?? 0) + number)
    }
    schedule()
  }
  const schedule = () => {
    if (!running && !stopped) timer ??= setTimeout(flush, FLUSH_MS).unref()
  }
  const send = async ([group, flags]: [string, Counts]) => {
    const report = toUsage(group, flags)
    await usage.add(report, PATIENCE_MS).catch(() => {
      for (const { flag, ...count } of report.counts) add(group, flag, count)
    })
  }
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const groups = [...kept]
    kept = new Map()
    size = 0
    running = Promise.all(groups.map(send))
    await running
    running = undefined
    if (kept.size > 0) schedule()
  }
  return {
    count({ environment, app, counts }: Usage) {
      for (const { flag, ...more } of counts) add(JSON.stringify([environment, app]), flag, more)
    },
    /** Flushes the counts and stops. */
    async stop() {
      stopped = true
      await running
      await flush()
    },
  }
}

function toUsage(group: string, flags: Counts): Usage {
  const [environment, app] = JSON.parse(group) as [string, string]
  const counts = [...flags].map(([flag, { yes, no, variants }]) => ({
    flag,
    yes,
    no,
    variants: [...variants],
  }))
  return { app, environment, at: Date.now(), counts }
}
