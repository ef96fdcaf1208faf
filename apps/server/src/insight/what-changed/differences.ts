import { changeLines } from '@flagstaff/contract/event-change-lines'
import type { ChangedResult } from '@flagstaff/contract/what-changed'
import { EVERYWHERE, type FlagDocument, type FlagMeta } from '@flagstaff/delivery'

/** A flag as it was published for an environment. */
export type Published = { doc: FlagDocument; meta: FlagMeta }
/** The documents of one flag at one revision, by environment. */
export type FlagAt = ReadonlyMap<string, Published>

export type Difference = { result: ChangedResult; lines: string[] }

const MOST_LINES = 50

/** The net difference of a flag in an environment, or outside of all (null). */
export function differenceOf(
  environment: string | null,
  { before, now }: { before: FlagAt; now: FlagAt },
  segments: ReadonlyMap<number, { name: string }>,
): Difference {
  const [was, is] = [before, now].map((at) => partOf(environment, at, segments))
  // A flag that was created and archived in the period was nowhere before and is nowhere now.
  const lines = was || is ? changeLines({ preData: was ?? nothing, data: is }) : []
  const result = resultOf(was, is, lines)
  // The details of a new flag are not differences.
  return { result, lines: environment === null && result === 'created' ? [] : limited(lines) }
}

/** A flag that does not exist does as little as one that is off. */
const nothing = { state: 'off' }

export const limited = (lines: readonly string[]): string[] => [...new Set(lines)].slice(0, MOST_LINES)

export function resultOf(was: unknown, is: unknown, lines: readonly string[]): ChangedResult {
  if (!was && !is) return 'unchanged'
  if (!was) return 'created'
  if (!is) return 'removed'
  return lines.length > 0 ? 'changed' : 'unchanged'
}

/** The document that an environment is served: its own one, or the default. */
export const servedIn = (environment: string, at: FlagAt): Published | undefined =>
  at.has(EVERYWHERE) ? (at.get(environment) ?? at.get(EVERYWHERE)) : undefined

function partOf(environment: string | null, at: FlagAt, segments: ReadonlyMap<number, { name: string }>) {
  if (environment === null) {
    const shared = at.get(EVERYWHERE)
    return shared && detailsOf(shared)
  }
  const served = servedIn(environment, at)
  return served && behaviourOf(served, segments)
}

const behaviourOf = ({ doc, meta }: Published, segments: ReadonlyMap<number, { name: string }>) => ({
  state: doc.enabled ? 'on' : 'off',
  rules: doc.strategies.map((rule, index) => {
    const { id, title } = meta.rules[index] ?? { id: String(index), title: null }
    return {
      ...rule,
      id,
      name: title || rule.name,
      segments: rule.segments.map((segment) => segments.get(segment)?.name ?? `#${segment}`),
    }
  }),
  variants: doc.variants,
})

const detailsOf = ({ doc, meta }: Published) => ({
  project: doc.project,
  type: doc.type,
  description: doc.description,
  stale: doc.stale,
  impressionData: doc.impressionData,
  valueType: doc.valueType ?? 'boolean',
  tags: meta.tags.map((tag) => tag.join(':')),
  dependencies: doc.dependencies.map(({ feature, ...rest }) => ({ name: feature, ...rest })),
})
