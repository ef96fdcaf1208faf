import type { NewEvent, Touch } from '../../platform/write/write.ts'
import { about } from '../events.ts'
import type { Flag } from '../queries.ts'
import type { Rule } from './queries.ts'

const record = ({ objectVersion: _, ...rule }: Rule) => rule

const at = (flag: Flag, environment: string, segments: readonly number[]) => ({
  ...about(flag),
  environment,
  touches: [
    ...segments.map((id): Touch => ({ kind: 'segment', name: String(id) })),
    { kind: 'flag', name: flag.name, environment } satisfies Touch,
  ],
})

const used = ({ disabled, segments }: Rule) => (disabled ? [] : segments)

export const ruleAdded = (flag: Flag, environment: string, rule: Rule): NewEvent => ({
  type: 'feature-strategy-add',
  ...at(flag, environment, used(rule)),
  data: record(rule),
})

export const ruleUpdated = (flag: Flag, environment: string, before: Rule, rule: Rule): NewEvent => ({
  type: 'feature-strategy-update',
  ...at(flag, environment, differing(used(before), used(rule))),
  data: record(rule),
  preData: record(before),
})

export const ruleRemoved = (flag: Flag, environment: string, rule: Rule): NewEvent => ({
  type: 'feature-strategy-remove',
  ...at(flag, environment, used(rule)),
  preData: record(rule),
})

export const rulesOrdered = (
  flag: Flag,
  environment: string,
  before: readonly Rule[],
  after: readonly Rule[],
): NewEvent => ({
  type: 'strategy-order-changed',
  ...at(flag, environment, []),
  data: { strategyIds: after.map(({ id }) => id) },
  preData: { strategyIds: before.map(({ id }) => id) },
})

/** Segments that are used only before or only after the change. */
const differing = (before: readonly number[], after: readonly number[]) =>
  [...new Set([...before, ...after])].filter((id) => before.includes(id) !== after.includes(id))
