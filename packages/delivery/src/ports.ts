import type { EdgeReport } from '@flagstaff/contract/receipts'
import type { Context } from '@flagstaff/engine'

/** The counts of one report, parsed and validated. */
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
  /** Undefined if the instance is known only from its usage reports. */
  strategies?: string[] | undefined
  ip?: string | undefined
  /** The projects of the token; `*` for all. */
  projects: readonly string[]
  /** The proxies and edges between the instance and this server, nearest first. */
  connectVia?: { appName: string; instanceId: string }[] | undefined
}

/** One validated impact metric: the change since its last report, or the value of a gauge. */
export type ImpactMetric = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** Sent with a frontend token, so anybody could have sent it. */
  public?: true
  samples: ImpactSample[]
}

export type ImpactSample = {
  labels: Record<string, string>
  /** Of a histogram: the sum of the observations. */
  value: number
  /**
   * Of a histogram: the number of observations, in total and up to each bound; bounds are ascending, the last is
   * infinite.
   */
  count: number
  bounds: number[]
  buckets: number[]
}

/** What one instance observed since its last report: how often code ran with the flag on and off, and how it ended. */
export type OutcomeReport = {
  environment: string
  /** The projects of the token; `*` for all. */
  projects: readonly string[]
  outcomes: Outcome[]
}
export type Outcome = { flag: string; metric: string; enabled: OutcomeArm; disabled: OutcomeArm }
type OutcomeArm = { uses: number; events: number }

/** Receives outcomes; resolves once they are stored. A report with a known id is ignored. */
export interface OutcomeSink {
  add(report: OutcomeReport, id?: string): Promise<void>
}

/** Receives counts. Resolves once they are stored, and rejects if that takes longer than the timeout. */
export interface UsageSink {
  add(usage: Usage, patienceMs?: number): Promise<void>
}

/** Receives registrations of SDK instances. */
export interface RegistrationSink {
  add(registration: Registration): Promise<void>
  /** An instance that is known from another request: recorded now and then, asynchronously. */
  seen(registration: Registration): void
}

/** Reports that an edge or proxy has collected from many applications of an environment. */
export type Bulk = {
  /** Assigned by the sender, which retries a bulk with the same id until it is acknowledged. */
  id?: string | undefined
  environment: string
  usages: Usage[]
  registrations: Registration[]
  impact: ImpactMetric[]
  /** Missing in what an older edge kept. */
  outcomes?: OutcomeReport[]
}

/** Receives bulks. Resolves once all of it is stored; duplicates are ignored. */
export interface BulkSink {
  add(bulk: Bulk): Promise<void>
}

/** The known application names. */
export interface AppNames {
  isKnown(name: string): boolean
}

/** Receives impact metrics; resolves once they are stored. */
export interface ImpactSink {
  /** Metrics of a public token have lower limits: everyone can send them. */
  add(metrics: ImpactMetric[], isPublic?: boolean): Promise<void>
}

/** Samples contexts of evaluations. Called for every evaluation, so it must be cheap. */
export interface ContextSample {
  /** The projects of the token decide who can see the context. */
  offer(token: { environment: string; projects: readonly string[] }, context: Context): void
}

/** Receives reports of edges and their clients. */
export interface EdgeSink {
  add(report: EdgeReport, environment: string): Promise<void>
}
