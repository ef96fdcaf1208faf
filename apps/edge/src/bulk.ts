import { MOST_COUNTED } from '@flagstaff/contract/client'
import { type Bulk, type ImpactMetric, type Registration, toPassed, type Usage } from '@flagstaff/delivery'
import type { Batch, Item } from './spool.ts'

type Metric = {
  featureName: string
  appName: string
  environment: string
  timestamp: string
  yes: number
  no: number
  variants: Record<string, number>
}
type Application = Record<string, unknown> & { appName: string; instanceId: string; environment: string }
export type Body = {
  applications: Application[]
  metrics: Metric[]
  impactMetrics: unknown[]
  /** Missing if there are none: an Unleash server does not know them. */
  outcomes?: unknown[]
  seenTokens: string[]
}

/** A request body, and the id by which upstream deduplicates retries. */
export type Post = { id: string; body: Body }
type Gathered = Pick<Bulk, 'usages' | 'registrations' | 'impact' | 'outcomes'>

/** Unleash servers reject bodies over 100 kB. */
const MOST_BYTES = 95_000
const HOUR = 3_600_000
/** The end of the year 9999, the last date that the wire format can express. */
const LATEST = 253_402_300_799_999

/** Clamp timestamps and sums: upstream rejects the whole body if a single value is out of range. */
const timeText = (at: number) => new Date(Math.min(Math.max(at, 0), LATEST)).toISOString()
const added = (sum: number, more: number) => Math.min(sum + more, MOST_COUNTED)

/**
 * Converts a batch to requests for one environment; deterministic, so retries send the same. Reports of edges behind
 * this one keep their ids, so that they are counted once, whichever route they take.
 */
export function toPosts(batch: Batch, environment: string, via: Via, seenTokens: string[]): Post[] {
  const own = toBodies(gather(batch.items, environment), via, seenTokens)
  const passedOn = batch.items.flatMap((item) => {
    if (item.kind !== 'bulk' || item.bulk.environment !== environment) return []
    const bodies = toBodies(item.bulk, via, [])
    return bodies.map((body, at) => ({ id: at === 0 ? item.bulk.id : `${item.bulk.id}-${at}`, body }))
  })
  return [...own.map((body, at) => ({ id: `${batch.id}-${at}`, body })), ...passedOn]
}

function gather(items: readonly Item[], environment: string): Gathered {
  const gathered = { usages: [], registrations: [], impact: [], outcomes: [] } as Required<Gathered>
  for (const item of items) {
    if (item.kind === 'usage' && item.usage.environment === environment) gathered.usages.push(item.usage)
    if (item.kind === 'application' && item.registration.environment === environment)
      gathered.registrations.push(item.registration)
    if (item.kind === 'impact' && item.environment === environment) gathered.impact.push(...item.metrics)
    if (item.kind === 'outcomes' && item.report.environment === environment)
      gathered.outcomes.push(item.report)
  }
  return gathered
}

/**
 * Sums counts by hour, deduplicates applications, and splits the result into bodies within the size limit. Counts come
 * first: where they are split must not depend on the name of this edge, which can change with a restart.
 */
function toBodies(
  { usages, registrations, impact, outcomes = [] }: Gathered,
  via: Via,
  seenTokens: string[],
): Body[] {
  const bodies: Body[] = []
  let size = MOST_BYTES
  const put = <K extends keyof Body>(key: K, one: Required<Body>[K][number]) => {
    const bytes = Buffer.byteLength(JSON.stringify(one)) + 1
    if (size + bytes > MOST_BYTES) {
      bodies.push({ applications: [], metrics: [], impactMetrics: [], seenTokens: [] })
      size = 100
    }
    size += bytes
    const body = bodies.at(-1) as Record<K, unknown[]> | undefined
    if (!body) return
    body[key] ??= []
    body[key].push(one)
  }
  for (const one of toMetrics(usages)) put('metrics', one)
  for (const one of impact) put('impactMetrics', toImpact(one))
  for (const one of outcomes) put('outcomes', toPassed(one))
  for (const one of toApplications(registrations, via)) put('applications', one)
  for (const one of seenTokens) put('seenTokens', one)
  return bodies
}

export type Via = { appName: string; instanceId: string }

function toMetrics(usages: readonly Usage[]): Metric[] {
  const sums = new Map<string, Metric & { given: Map<string, number> }>()
  for (const { app, environment, at, counts } of usages) {
    const hour = Math.floor(at / HOUR) * HOUR
    for (const { flag, yes, no, variants } of counts) {
      const key = JSON.stringify([hour, app, flag])
      const sum = sums.get(key) ?? {
        featureName: flag,
        appName: app,
        environment,
        timestamp: timeText(hour),
        yes: 0,
        no: 0,
        variants: {},
        given: new Map(),
      }
      sums.set(key, sum)
      sum.yes = added(sum.yes, yes)
      sum.no = added(sum.no, no)
      for (const [name, count] of variants) sum.given.set(name, added(sum.given.get(name) ?? 0, count))
    }
  }
  return [...sums.values()].map(({ given, ...metric }) => ({
    ...metric,
    variants: Object.fromEntries(given),
  }))
}

function toApplications(registrations: readonly Registration[], via: Via): Application[] {
  const newest = new Map(
    registrations.map((one) => [JSON.stringify([one.app, one.instance, one.connectionId]), one]),
  )
  return [...newest.values()].map((one) => ({
    appName: one.app,
    instanceId: one.instance,
    connectionId: one.connectionId,
    environment: one.environment,
    sdkType: one.sdkType,
    sdkVersion: one.sdkVersion,
    interval: one.intervalMs,
    started: one.startedAt === undefined ? undefined : timeText(one.startedAt),
    strategies: one.strategies,
    projects: one.projects,
    connectVia: [...(one.connectVia ?? []), via],
  }))
}

const toImpact = ({ name, help, type, public: isPublic, samples }: ImpactMetric) => ({
  name,
  help,
  type,
  ...(isPublic ? { public: true } : {}),
  samples: samples.map(({ labels, value, count, bounds, buckets }) =>
    type === 'histogram'
      ? {
          labels,
          count,
          sum: value,
          buckets: buckets.map((many, at) => ({ le: bounds[at] ?? '+Inf', count: many })),
        }
      : { labels, value },
  ),
})
