/** JSON can omit a field or send null; the engine treats both as absent. */
type Absent<T> = T | null | undefined

/** A flag in one environment, in the format of the client API. */
export type Flag = {
  readonly name: string
  readonly enabled: boolean
  readonly strategies?: Absent<readonly Strategy[]>
  readonly variants?: Absent<readonly Variant[]>
  readonly dependencies?: Absent<readonly Dependency[]>
  readonly impressionData?: Absent<boolean>
  readonly project?: Absent<string>
  readonly type?: Absent<string>
  readonly stale?: Absent<boolean>
}

/** A way for a flag to be on. Constraints and segments are ANDed, strategies are ORed. */
export type Strategy = {
  readonly name: string
  readonly id?: Absent<string>
  readonly title?: Absent<string>
  readonly parameters?: Absent<Readonly<Record<string, unknown>>>
  readonly constraints?: Absent<readonly Constraint[]>
  readonly segments?: Absent<readonly number[]>
  readonly variants?: Absent<readonly Variant[]>
}

/** A condition on one context field. Operators that compare lists use `values`, the others `value`. */
export type Constraint = {
  readonly contextName: string
  readonly operator: string
  readonly values?: Absent<readonly string[]>
  readonly value?: Absent<string>
  readonly inverted?: Absent<boolean>
  readonly caseInsensitive?: Absent<boolean>
}

/** A named, reusable list of constraints. */
export type Segment = {
  readonly id: number
  readonly name?: Absent<string>
  readonly constraints?: Absent<readonly Constraint[]>
}

/** The value of a variant; always text, and `type` defines its format: string, json, csv or number. */
export type Payload = { readonly type: string; readonly value: string }

/** One of several values of a flag; its percentage is `weight` divided by the total of its list. */
export type Variant = {
  readonly name: string
  readonly weight: number
  readonly weightType?: Absent<string>
  readonly stickiness?: Absent<string>
  readonly payload?: Absent<Payload>
  readonly overrides?: Absent<readonly Override[]>
}

/** Users who get a variant whatever their bucket: those whose context field has one of the values. */
export type Override = { readonly contextName: string; readonly values?: Absent<readonly string[]> }

/** A parent flag and the state it must have; `enabled` absent means on. */
export type Dependency = {
  readonly feature: string
  readonly enabled?: Absent<boolean>
  readonly variants?: Absent<readonly string[]>
}

type Scalar = string | number | boolean | bigint | null | undefined

/** The user and circumstances of an evaluation. Other top-level names are read like properties. */
export type Context = {
  readonly userId?: Scalar
  readonly sessionId?: Scalar
  readonly remoteAddress?: Scalar
  readonly environment?: Scalar
  readonly appName?: Scalar
  /** ISO 8601 text, a date, or milliseconds since 1970. Defaults to `At.now`. */
  readonly currentTime?: string | number | Date | null | undefined
  readonly properties?: Absent<Readonly<Record<string, unknown>>>
  readonly [field: string]: unknown
}

/** The time and random source of one evaluation, so that the engine is deterministic. */
export type At = {
  /** Milliseconds since 1970. */
  readonly now: number
  /** A number from 0 up to but not including 1, like `Math.random`. */
  readonly random: () => number
}

/** Dependencies that the host injects for compiling rules. */
export type Tools = {
  /** Compiles an RE2 pattern to a search function; undefined if the pattern is invalid. */
  readonly regex: (pattern: string, caseInsensitive: boolean) => ((text: string) => boolean) | undefined
  /** Host name for the `applicationHostname` strategy, which never matches without one. */
  readonly hostname?: string | undefined
}

/** The variant in the format of SDKs, with both spellings of the flag state. */
export type VariantResult = {
  readonly name: string
  readonly enabled: boolean
  readonly payload?: Payload
  readonly feature_enabled: boolean
  readonly featureEnabled: boolean
}

/** The result for one flag. Results are shared between calls and frozen. */
export type Result = {
  readonly enabled: boolean
  readonly variant: VariantResult
  readonly impressionData: boolean
}
