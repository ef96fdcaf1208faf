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
  strategies: string[]
  ip?: string | undefined
}

/** Where counts go. The promise resolves once they are safe, and rejects when they are not within the patience. */
export interface UsageSink {
  add(usage: Usage, patienceMs?: number): Promise<void>
}

/** Where SDK instances are noted down. */
export interface RegistrationSink {
  add(registration: Registration): Promise<void>
}
