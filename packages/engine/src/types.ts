/** JSON may leave a field out or send null; the engine reads both as absent. */
type Absent<T> = T | null | undefined

/** A flag in one environment, in the shape the client API delivers. */
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

/** One way for a flag to be on. Constraints and segments are ANDed, strategies are ORed. */
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

/** The value of a variant; always text, `type` says how to read it: string, json, csv or number. */
export type Payload = { readonly type: string; readonly value: string }

/** One of several values a flag can have; `weight` is its share of the total of its list. */
export type Variant = {
  readonly name: string
  readonly weight: number
  readonly weightType?: Absent<string>
  readonly stickiness?: Absent<string>
  readonly payload?: Absent<Payload>
  readonly overrides?: Absent<readonly Override[]>
}

/** Callers that get a variant whatever their bucket: those whose field has one of the values. */
export type Override = { readonly contextName: string; readonly values?: Absent<readonly string[]> }

/** A parent flag and the state it must have; `enabled` absent means on. */
export type Dependency = {
  readonly feature: string
  readonly enabled?: Absent<boolean>
  readonly variants?: Absent<readonly string[]>
}

type Scalar = string | number | boolean | bigint | null | undefined

/** Who asks, and from where. Other top-level names are read like properties. */
export type Context = {
  readonly userId?: Scalar
  readonly sessionId?: Scalar
  readonly remoteAddress?: Scalar
  readonly environment?: Scalar
  readonly appName?: Scalar
  /** ISO 8601 text, a date, or milliseconds since 1970. Absent: the clock the caller passes. */
  readonly currentTime?: string | number | Date | null | undefined
  readonly properties?: Absent<Readonly<Record<string, unknown>>>
  readonly [field: string]: unknown
}

/** The time and the source of chance of one evaluation, so that the engine has neither of its own. */
export type At = {
  /** Milliseconds since 1970. */
  readonly now: number
  /** A number from 0 up to but not including 1, like `Math.random`. */
  readonly random: () => number
}

/** What the host lends to the engine when rules are compiled. */
export type Tools = {
  /** Compiles an RE2 pattern to a search in a text; undefined when it does not compile. */
  readonly regex: (pattern: string, caseInsensitive: boolean) => ((text: string) => boolean) | undefined
  /** Name of the host for the `applicationHostname` strategy; absent: that strategy is never satisfied. */
  readonly hostname?: string | undefined
}

/** The variant as SDKs expect it; both spellings of the flag state are always sent. */
export type VariantResult = {
  readonly name: string
  readonly enabled: boolean
  readonly payload?: Payload
  readonly feature_enabled: boolean
  readonly featureEnabled: boolean
}

/** The decision on one flag. Results are shared between calls and frozen. */
export type Result = {
  readonly enabled: boolean
  readonly variant: VariantResult
  readonly impressionData: boolean
}
