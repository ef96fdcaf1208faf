import type { ImpactMetric, Registration, Usage } from '@flagstaff/delivery'
import type { Item } from './spool.ts'

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
export type Bulk = {
  applications: Application[]
  metrics: Metric[]
  impactMetrics: unknown[]
  seenTokens: string[]
}

/** Bodies that an Unleash server takes end at 100 kB. */
const MOST_BYTES = 95_000
const HOUR = 3_600_000

/** What to send for one environment: counts summed by hour, applications once, in bodies of a size that is taken. */
export function toBulks(items: readonly Item[], environment: string, via: Via, seenTokens: string[]): Bulk[] {
  const usages = items.flatMap((item) => (item.kind === 'usage' ? [item.usage] : []))
  const registrations = items.flatMap((item) => (item.kind === 'application' ? [item.registration] : []))
  const impact = items.flatMap((item) =>
    item.kind === 'impact' && item.environment === environment ? item.metrics : [],
  )
  const here = <T extends { environment: string }>(all: readonly T[]) =>
    all.filter((one) => one.environment === environment)
  const bulks: Bulk[] = []
  let size = MOST_BYTES
  const put = <K extends keyof Bulk>(key: K, one: Bulk[K][number]) => {
    const bytes = Buffer.byteLength(JSON.stringify(one)) + 1
    if (size + bytes > MOST_BYTES) {
      bulks.push({ applications: [], metrics: [], impactMetrics: [], seenTokens: [] })
      size = 100
    }
    size += bytes
    ;(bulks.at(-1)?.[key] as unknown[] | undefined)?.push(one)
  }
  for (const one of toApplications(here(registrations), via)) put('applications', one)
  for (const one of toMetrics(here(usages))) put('metrics', one)
  for (const one of impact) put('impactMetrics', toImpact(one))
  for (const one of seenTokens) put('seenTokens', one)
  return bulks
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
        timestamp: new Date(hour).toISOString(),
        yes: 0,
        no: 0,
        variants: {},
        given: new Map(),
      }
      sums.set(key, sum)
      sum.yes += yes
      sum.no += no
      for (const [name, count] of variants) sum.given.set(name, (sum.given.get(name) ?? 0) + count)
    }
  }
  return [...sums.values()].map(({ given, ...metric }) => ({
    ...metric,
    variants: Object.fromEntries(given),
  }))
}

function toApplications(registrations: readonly Registration[], via: Via): Application[] {
  const newest = new Map(registrations.map((one) => [JSON.stringify([one.app, one.instance]), one]))
  return [...newest.values()].map((one) => ({
    appName: one.app,
    instanceId: one.instance,
    environment: one.environment,
    sdkType: one.sdkType,
    sdkVersion: one.sdkVersion,
    interval: one.intervalMs,
    started: one.startedAt === undefined ? undefined : new Date(one.startedAt).toISOString(),
    strategies: one.strategies,
    projects: one.projects,
    connectVia: [...(one.connectVia ?? []), via],
  }))
}

const toImpact = ({ name, help, type, samples }: ImpactMetric) => ({
  name,
  help,
  type,
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
