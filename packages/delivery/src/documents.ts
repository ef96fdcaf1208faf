import type { ValueType } from '@flagstaff/contract/values'
import type { Constraint, Dependency, Variant } from '@flagstaff/engine'
import type { Touch } from './journal.ts'

/** A flag in one environment, the source of every wire format. Disabled rules are left out. */
export type FlagDocument = {
  name: string
  type: string
  project: string
  stale: boolean
  description: string | null
  impressionData: boolean
  enabled: boolean
  strategies: RuleDocument[]
  variants: Variant[]
  dependencies: (Dependency & { enabled: boolean; variants: string[] })[]
  /** The flag is off but was on before, so its name is public. */
  released?: true
  /** Missing for boolean flags. */
  valueType?: Exclude<ValueType, 'boolean'>
}

export type RuleDocument = {
  name: string
  parameters: Record<string, string>
  constraints: Constraint[]
  variants: Variant[]
  segments: number[]
}

/** Metadata for filters and the interface, which SDKs are not sent. */
export type FlagMeta = {
  tags: [type: string, value: string][]
  rules: { id: string; title: string | null }[]
}

export type SegmentDocument = { id: number; name: string; constraints: Constraint[] }

export type TokenDocument = {
  type: string
  environment: string
  /** `*` for all. A token whose projects were all deleted has none, and gives no access. */
  projects: string[]
  name: string
  expiresAt: string | null
}

/** Which origins can call the frontend API; an empty list allows all. */
export type FrontendDocument = { origins: string[]; enabled: boolean }

/** When an administrator last disconnected all streams, in milliseconds since 1970. */
export type StreamsDocument = { closedAt: number }

/**
 * The environment of default documents: flags that are off and have no rules, wherever an environment has no document.
 */
export const EVERYWHERE = '*'

/** One published document, or its removal if `doc` is null; `revision` and `hash` are those of its change. */
export type DocumentRow = {
  environment: string
  name: string
  revision?: number | undefined
  hash?: string | undefined
} & (
  | { kind: 'flag'; doc: FlagDocument | null; meta: FlagMeta }
  | { kind: 'segment'; doc: SegmentDocument | null }
  | { kind: 'token'; doc: TokenDocument | null }
  | { kind: 'setting'; name: 'frontend'; doc: FrontendDocument | null }
  | { kind: 'setting'; name: 'streams'; doc: StreamsDocument | null }
)

/** A document as the database returns it: `doc` and `meta` are JSON. */
export type StoredRow = Pick<DocumentRow, 'kind' | 'environment' | 'name'> & {
  project: string | null
  revision: number
  doc: string
  meta: string
}

export type Head = { environment: string; project: string; revision: number; hash: string }

/** All changes since the previous revision, in order; `complete` if it is the full state. */
export type Change = {
  revision: number
  /** First digits of the event log's hash at the revision. */
  hash: string
  epoch: string
  complete: boolean
  /** Only if `complete`: the history is a different one, so clients must start over. */
  restarted?: boolean | undefined
  rows: DocumentRow[]
  heads: Head[]
  /** When this state was read, in milliseconds since 1970; defaults to now. */
  knownAt?: number | undefined
  /** Only if `complete`: the touches since an earlier revision, for clients that have it. */
  recent?: { above: number; touches: (Touch & { environment: string })[] } | undefined
}
