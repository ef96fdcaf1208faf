import { flagName } from '../delivery/flags.ts'

// What all files of this benchmark agree on.

export type Region = 'home' | 'west'
export type Environment = (typeof ENVIRONMENTS)[number]

export const ENVIRONMENTS = ['development', 'production'] as const
export const REGIONS: readonly Region[] = ['home', 'west']

const FLAGS = 40
export const flags = Array.from({ length: FLAGS }, (_, number) => flagName(number))

export const ADMIN_TOKEN = '*:*.fleet-admin'
export const backendToken = (environment: Environment) => `*:${environment}.fleet-backend`
export const frontendToken = (environment: Environment) => `*:${environment}.fleet-frontend`

export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** SDKs of a region, which share a process. */
export type CrowdPlan = {
  region: Region
  /** Whatever serves flags in the region. */
  urls: string[]
  pollers: number
  streams: number
  browsers: number
  pollSeconds: number
  reportSeconds: number
}

/** An acknowledged change of a flag, and when it was asked for. */
export type Change = { environment: Environment; revision: number; at: number }
/** A part of the run, between two times in milliseconds since 1970. */
export type Phase = { name: string; from: number; to: number; isFault: boolean }
export type Delays = { count: number; p50: number; p99: number; most: number }
export type Seen = {
  phases: (Delays & { byAddress: { name: string; delays: Delays }[] })[]
  /** For each second from the first change on. */
  seconds: { second: number; delays: Delays }[]
}
export type Counts = { app: string; acknowledged: number; unanswered: number }
export type Verdict = {
  readers: number
  wrong: string[]
  /** Streams without a connection. */
  closed: number
  reconnects: number
  /** How often a stream got an older state than it had. */
  setBack: number
  polls: number
  notModified: number
  failed: number
}
export type Orders = {
  open: { ask: CrowdPlan; answer: number }
  stopReports: { ask: null; answer: Counts[] }
  seen: { ask: { changes: Change[]; phases: Phase[] }; answer: Seen }
  judge: { ask: { url: string }; answer: Verdict }
}
