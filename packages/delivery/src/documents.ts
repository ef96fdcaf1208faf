import type { Constraint, Dependency, Variant } from '@flagstaff/engine'
import type { Touch } from './journal.ts'

/** A flag in one environment, as every wire form is made from it. Disabled rules are left out. */
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
  /** It is off and was on before, so browsers know its name. */
  released?: true
}

export type RuleDocument = {
  name: string
  parameters: Record<string, string>
  constraints: Constraint[]
  variants: Variant[]
  segments: number[]
}

/** What filters look at and people see, but SDKs are not sent. */
export type FlagMeta = {
  tags: [type: string, value: string][]
  rules: { id: string; title: string | null }[]
}

export type SegmentDocument = { id: number; name: string; constraints: Constraint[] }

export type TokenDocument = {
  type: string
  environment: string
  /** `*` for all. A token that lost all its projects has none, and opens nothing. */
  projects: string[]
  name: string
  expiresAt: string | null
}

/** Who may call the frontend API from a browser; an empty list of origins means everybody. */
export type FrontendDocument = { origins: string[]; enabled: boolean }

/** Where a flag's default document stands: off, without rules, for every environment that has none of its own. */
export const EVERYWHERE = '*'

/** One published document, or its end when `doc` is null; `revision` and `hash` are those of the change it came with. */
export type DocumentRow = {
  environment: string
  name: string
  revision?: number | undefined
  hash?: string | undefined
} & (
  | { kind: 'flag'; doc: FlagDocument | null; meta: FlagMeta }
  | { kind: 'segment'; doc: SegmentDocument | null }
  | { kind: 'token'; doc: TokenDocument | null }
  | { kind: 'setting'; doc: FrontendDocument | null }
)

export type Head = { environment: string; project: string; revision: number; hash: string }

/** Everything above the revision a reader has, in order; `complete` when it starts from nothing. */
export type Change = {
  revision: number
  /** First digits of the event log's hash at the revision. */
  hash: string
  epoch: string
  complete: boolean
  /** With a complete one: it is another history than before, so readers have to start over too. */
  restarted?: boolean | undefined
  rows: DocumentRow[]
  heads: Head[]
  /** When all this was known to be so, in milliseconds since 1970; now, if it is not said. */
  knownAt?: number | undefined
  /** With a complete one: what was touched above an earlier revision, for readers who have that. */
  recent?: { above: number; touches: (Touch & { environment: string })[] } | undefined
}
