import { type EventType, eventTypes } from '@flagstaff/contract/event-types'
import type { ChangedKind } from '@flagstaff/contract/what-changed'
import { noChange } from '../../platform/database/event-queries.ts'

/** Events that change nothing about what flags do or how they are set up. */
const ignored = new RegExp(
  `${noChange}|^features-exported$|^impact-metric-|^release-plan-template-|^feature-type-`,
)

const kinds: readonly [RegExp, ChangedKind][] = [
  [
    /^(feature|release-plan|milestone|safeguard|guard)-|^strategy-order-changed$|^drop-feature|^features-/,
    'flag',
  ],
  [/^segment-/, 'segment'],
  [/^environment-|^drop-environments$/, 'environment'],
  [/^project-|^default-strategy-updated$|^change-request-configuration-updated$|^drop-projects$/, 'project'],
  [/^context-field-/, 'context-field'],
  [/^strategy-|^drop-strategies$/, 'strategy-type'],
  [/^freeze-(created|updated|deleted)$/, 'freeze'],
  [/^setting-/, 'setting'],
]

const kindOfType = (type: EventType): ChangedKind | undefined =>
  ignored.test(type) ? undefined : kinds.find(([pattern]) => pattern.test(type))?.[1]

/** The event types that a summary counts. The others are only in the event log. */
export const countedTypes: readonly EventType[] = eventTypes.filter((type) => kindOfType(type) !== undefined)

/** Imports and deletions of all flags belong to their project. */
export const kindOf = ({ type, flag }: { type: EventType; flag: string | null }): ChangedKind => {
  const kind = kindOfType(type) ?? 'flag'
  return kind === 'flag' && flag === null ? 'project' : kind
}

/** Changes of a flag that its published documents do not show. */
export const isUnpublished = (type: EventType): boolean =>
  /^(feature-link|feature-(un)?completed|feature-potentially|release-plan|milestone|safeguard|guard)/.test(
    type,
  )

/** Events with the whole object before and after. The first and the last one together are the net difference. */
export const isWhole = (type: EventType): boolean =>
  /^(segment|environment|project|context-field|strategy|freeze|setting)-(created|updated|deleted)$/.test(type)
