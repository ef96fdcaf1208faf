import type { Connection } from './connection.ts'
import { SDK } from './options.ts'

type Count = { yes: number; no: number; variants: Record<string, number> }

/** Names come from code, and code can build names from anything. */
const MOST_NAMES = 10_000
const PATIENCE_MS = 10_000

type Options = { connection: Connection; appName: string; instanceId: string; intervalMs: number }

/** Counts evaluations and reports them. Counts that could not be sent are sent with the next report. */
export function createMetrics({ connection, appName, instanceId, intervalMs }: Options) {
  let counts = new Map<string, Count>()
  let start = new Date()
  let timer: ReturnType<typeof setInterval> | undefined

  const countOf = (flag: string): Count | undefined => {
    const known = counts.get(flag)
    if (known || counts.size >= MOST_NAMES) return known
    const count = { yes: 0, no: 0, variants: Object.create(null) }
    counts.set(flag, count)
    return count
  }
  const putBack = (unsent: Map<string, Count>, since: Date) => {
    start = since
    for (const [flag, { yes, no, variants }] of unsent) {
      const count = countOf(flag)
      if (!count) continue
      count.yes += yes
      count.no += no
      for (const [name, number] of Object.entries(variants))
        count.variants[name] = (count.variants[name] ?? 0) + number
    }
  }
  const report = async () => {
    if (counts.size === 0) return
    const [sent, since, stop] = [counts, start, new Date()]
    counts = new Map()
    start = stop
    const bucket = { start: since, stop, toggles: Object.fromEntries(sent) }
    const body = { appName, instanceId, sdkVersion: SDK, bucket }
    try {
      await connection.post('/api/client/metrics', body, AbortSignal.timeout(PATIENCE_MS))
    } catch {
      putBack(sent, since)
    }
  }
  const register = () =>
    connection.post(
      '/api/client/register',
      {
        appName,
        instanceId,
        sdkVersion: SDK,
        interval: intervalMs,
        started: new Date(),
        strategies: [
          'default',
          'flexibleRollout',
          'gradualRolloutRandom',
          'gradualRolloutSessionId',
          'gradualRolloutUserId',
          'remoteAddress',
          'userWithId',
          'applicationHostname',
        ],
      },
      AbortSignal.timeout(PATIENCE_MS),
    )
  return {
    count(flag: string, enabled: boolean, variant?: string) {
      if (intervalMs === 0) return
      const count = countOf(flag)
      if (!count) return
      if (enabled) count.yes++
      else count.no++
      if (variant !== undefined) count.variants[variant] = (count.variants[variant] ?? 0) + 1
    },
    /** Registers this process. Without that, it is shown after its first report. */
    start() {
      if (intervalMs === 0) return
      register().catch(() => {})
      timer ??= setInterval(() => void report(), intervalMs)
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      await report()
    },
  }
}
