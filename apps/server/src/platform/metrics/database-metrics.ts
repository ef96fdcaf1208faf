import type { Logger } from 'pino'
import type { Database, OnAnswer } from '../database/database.ts'
import type { Telemetry } from './telemetry.ts'

const BOUNDS_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]
const MOST_TEXTS = 2_000
const MOST_LOGGED = 2_000

/** Measures every statement, and logs slow ones without their values. */
export function openStatementMetrics(telemetry: Telemetry, logger: Logger, slowMs: number): OnAnswer {
  const durations = telemetry.histogram(
    'db_query_duration_seconds',
    'Duration of statements, by the first table and the verb.',
    ['store', 'action'],
    BOUNDS_SECONDS,
  )
  const kinds = new Map<string, readonly [store: string, action: string]>()
  const kindOf = (text: string) => {
    const known = kinds.get(text)
    if (known) return known
    if (kinds.size >= MOST_TEXTS) kinds.clear()
    const kind = readKind(text)
    kinds.set(text, kind)
    return kind
  }
  return (text, ms) => {
    const kind = kindOf(text)
    durations.observe(kind, ms / 1_000)
    if (slowMs > 0 && ms >= slowMs)
      logger.warn({ ms: Math.round(ms), statement: withoutValues(text) }, 'slow statement')
  }
}

const VERBS = /\b(select|insert|update|delete)\b/i
const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_]+)"?(?:\."?([a-z_]+)"?)?(?![a-z_]*\()/i

export function readKind(text: string): readonly [store: string, action: string] {
  const action = VERBS.exec(text)?.[1]?.toLowerCase() ?? 'other'
  const [, first, second] = TABLE.exec(text) ?? []
  return [second ?? first ?? 'none', action]
}

/** Parameters are never part of the text; strings that are written in it are replaced. */
export const withoutValues = (text: string): string =>
  text
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MOST_LOGGED)

/** Connections of the pool. */
export function addPoolMetrics(telemetry: Telemetry, { pool }: Database) {
  const { min = 0, max = 0 } = pool.options
  const used = () => pool.totalCount - pool.idleCount
  let connected = 0
  pool.on('connect', () => {
    connected += 1
  })
  pool.on('remove', () => {
    connected = Math.max(0, connected - 1)
  })
  telemetry.gauge('db_pool_min', 'Fewest connections.', () => min)
  telemetry.gauge('db_pool_max', 'Most connections.', () => max)
  telemetry.gauge('db_pool_free', 'Idle connections.', () => pool.idleCount)
  telemetry.gauge('db_pool_used', 'Connections in use.', used)
  telemetry.gauge('db_pool_pending_creates', 'Connections being opened.', () =>
    Math.max(0, pool.totalCount - connected),
  )
  telemetry.gauge('db_pool_pending_acquires', 'Requests that wait for a connection.', () => pool.waitingCount)
  telemetry.gauge('flagstaff_pool_connections', 'Open connections.', () => pool.totalCount)
  telemetry.gauge('flagstaff_pool_max', 'DATABASE_POOL_MAX.', () => max)
  telemetry.gauge('flagstaff_pool_idle', 'Idle connections.', () => pool.idleCount)
  telemetry.gauge('flagstaff_pool_waiting', 'Requests that wait for a connection.', () => pool.waitingCount)
}
