import type { ClientFeature, ClientSegment } from '@flagstaff/contract/client'
import type { DeltaEvent } from '@flagstaff/contract/delta'
import { ValueType } from '@flagstaff/contract/values'
import Type, { type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

/**
 * The fields that an edge needs from upstream. Other fields are passed through, since upstream may be newer, or an
 * Unleash server.
 */
const orNull = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const Constraint = Type.Object({
  contextName: Type.String(),
  operator: Type.String(),
  values: orNull(Type.Array(Type.String())),
  value: orNull(Type.String()),
  inverted: orNull(Type.Boolean()),
  caseInsensitive: orNull(Type.Boolean()),
})
const Variant = Type.Object({
  name: Type.String(),
  weight: Type.Number({ minimum: 0 }),
  stickiness: orNull(Type.String()),
  payload: orNull(Type.Object({ type: Type.String(), value: Type.String() })),
  overrides: orNull(
    Type.Array(Type.Object({ contextName: Type.String(), values: Type.Array(Type.String()) })),
  ),
})
const Rule = Type.Object({
  name: Type.String(),
  parameters: orNull(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]))),
  constraints: orNull(Type.Array(Constraint)),
  variants: orNull(Type.Array(Variant)),
  segments: orNull(Type.Array(Type.Number())),
})
const Feature = Type.Object({
  name: Type.String({ minLength: 1 }),
  enabled: Type.Boolean(),
  type: orNull(Type.String()),
  project: orNull(Type.String()),
  description: orNull(Type.String()),
  stale: orNull(Type.Boolean()),
  impressionData: orNull(Type.Boolean()),
  valueType: Type.Optional(ValueType),
  strategies: orNull(Type.Array(Rule)),
  variants: orNull(Type.Array(Variant)),
  dependencies: orNull(
    Type.Array(
      Type.Object({
        feature: Type.String(),
        enabled: orNull(Type.Boolean()),
        variants: orNull(Type.Array(Type.String())),
      }),
    ),
  ),
})
const Segment = Type.Object({
  id: Type.Integer(),
  name: orNull(Type.String()),
  constraints: Type.Array(Constraint),
})
/** The maximum that a mark can hold. */
const Revision = Type.Integer({ minimum: 0, maximum: 10 ** 15 - 1 })
const Event = Type.Object({ type: Type.String(), eventId: Revision })
const Removed = Type.Object({ featureName: Type.String(), project: Type.String() })
const SegmentRemoved = Type.Object({ segmentId: Type.Integer() })
const Token = Type.Object({
  token: Type.String(),
  type: Type.String(),
  environment: Type.String(),
  projects: Type.Array(Type.String()),
  expiresAt: orNull(Type.String()),
})

const checks = {
  feature: Compile(Feature),
  segment: Compile(Segment),
  revision: Compile(Revision),
  event: Compile(Event),
  removed: Compile(Removed),
  segmentRemoved: Compile(SegmentRemoved),
  token: Compile(Token),
}
type Check = {
  Check(value: unknown): boolean
  Errors(value: unknown): { instancePath: string; message: string }[]
}

/** Valid objects; invalid ones by name, with the reason; and the number of those without a name. */
export type Sorted<T> = { good: T[]; broken: Map<string, string>; unnamed: number }

function sort<T>(sent: readonly unknown[], check: Check, nameOf: (one: never) => unknown): Sorted<T> {
  const sorted: Sorted<T> = { good: [], broken: new Map(), unnamed: 0 }
  for (const one of sent) {
    if (check.Check(one)) {
      sorted.good.push(one as T)
      continue
    }
    const name = one === null || typeof one !== 'object' ? undefined : nameOf(one as never)
    if (typeof name === 'string' || typeof name === 'number')
      sorted.broken.set(String(name), reason(check, one))
    else sorted.unnamed++
  }
  return sorted
}

function reason(check: Check, value: unknown): string {
  const [error] = check.Errors(value)
  return error ? `${error.instancePath || 'it'} ${error.message}` : 'it does not fit its schema'
}

export const sortFeatures = (sent: readonly unknown[]) =>
  sort<ClientFeature>(sent, checks.feature, (one: { name: unknown }) => one.name)

export const sortSegments = (sent: readonly unknown[]) =>
  sort<ClientSegment>(sent, checks.segment, (one: { id: unknown }) => one.id)

/** Returns the valid tokens only. */
export const sortTokens = <T>(sent: readonly unknown[]): T[] => sort<T>(sent, checks.token, () => '').good

/** Throws if the text has no list of events. Unknown types of events are skipped. */
export function readEvents(text: string): DeltaEvent[] {
  const events = listIn(JSON.parse(text), 'events')
  return events.filter((event): event is DeltaEvent => {
    if (!checks.event.Check(event)) throw new Error('upstream sent an event without type or number')
    const { type } = event as { type: string }
    if (type === 'hydration') return listIn(event, 'features') !== undefined
    if (type === 'feature-removed') return checks.removed.Check(event)
    if (type === 'segment-removed') return checks.segmentRemoved.Check(event)
    return type === 'feature-updated' || type === 'segment-updated'
  })
}

export const isRevision = (value: unknown): value is number => checks.revision.Check(value)

/** Throws if there is no such list: then it is not a response of upstream. */
export function listIn(answer: unknown, key: string): unknown[] {
  const list = answer !== null && typeof answer === 'object' && (answer as Record<string, unknown>)[key]
  if (!Array.isArray(list)) throw new Error(`upstream answered something without a list of ${key}`)
  return list
}

export const optionalListIn = (answer: unknown, key: string): unknown[] =>
  ((answer as Record<string, unknown>)[key] ?? undefined) === undefined ? [] : listIn(answer, key)
