import type { EdgeReport } from '@flagstaff/contract/receipts'
import type { Context } from '@flagstaff/engine'

/** Counts of one report, already read and checked. */
export type Usage = {
  app: string
  environment: string
  /** Milliseconds since 1970. */
  at: number
  counts: { flag: string; yes: number; no: number; variants: [name: string, count: number][] }[]
}

export type Registration = {
  app: string
  instance: string
  environment: string
  sdkType: 'backend' | 'frontend'
  sdkVersion?: string | undefined
  specVersion?: string | undefined
  platform?: string | undefined
  connectionId?: string | undefined
  intervalMs?: number | undefined
  startedAt?: number | undefined
  /** Absent where the instance told of itself only by its counts. */
  strategies?: string[] | undefined
  ip?: string | undefined
  /** Those of the token; `*` for all. */
  projects: readonly string[]
  /** What stands between the instance and us, nearest first. */
  connectVia?: { appName: string; instanceId: string }[] | undefined
}

/** One metric of an application, already checked: what happened since its last report, or the value of a gauge. */
export type ImpactMetric = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: ImpactSample[]
}

export type ImpactSample = {
  labels: Record<string, string>
  /** Of a histogram: the sum of what was observed. */
  value: number
  /** Of a histogram: how many observations, and how many up to each bound; bounds rise, the last has no bound. */
  count: number
  bounds: number[]
  buckets: number[]
}

/** Where counts go. The promise resolves once they are safe, and rejects when they are not within the patience. */
export interface UsageSink {
  add(usage: Usage, patienceMs?: number): Promise<void>
}

/** Where SDK instances are noted down. */
export interface RegistrationSink {
  add(registration: Registration): Promise<void>
  /** An instance that told of itself in passing: noted now and then, and nobody waits for it. */
  seen(registration: Registration): void
}

/** What an edge or proxy has gathered from many applications of an environment. */
export type Bulk = {
  /** The sender's name for it. It sends a bulk again, under the same name, until it hears that it was taken. */
  id?: string | undefined
  environment: string
  usages: Usage[]
  registrations: Registration[]
  impact: ImpactMetric[]
}

/** Where bulks go. Resolves once all of one is safe; one that was taken in before is not counted again. */
export interface BulkSink {
  add(bulk: Bulk): Promise<void>
}

/** Which application names there are. */
export interface AppNames {
  isKnown(name: string): boolean
}

/** Where metrics of applications go; resolves once they are safe. */
export interface ImpactSink {
  /** What comes with a public token may take less room: anybody can send it. */
  add(metrics: ImpactMetric[], isPublic?: boolean): Promise<void>
}

/** May keep some of the contexts that flags are evaluated for. Called for every evaluation, so it must cost nothing. */
export interface ContextSample {
  offer(environment: string, context: Context): void
}

/** Where edges are noted down, with those they serve. */
export interface EdgeSink {
  add(report: EdgeReport, environment: string): Promise<void>
}
