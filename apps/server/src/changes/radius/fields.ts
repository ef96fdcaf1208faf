import type { Flag, Segment } from '@flagstaff/engine'
import type { Modes, StoredBatch } from '../../instance/index.ts'
import type { Sides } from './sides.ts'

const MOST_FIELDS = 3
const MOST_VALUES = 50

/** The fields that the result of a flag can depend on, on either side. */
export function usedFields({ before, after }: Sides): string[] {
  const names = [before, after].flatMap(({ flags, segments }) => [
    ...[...flags.values()].flatMap(inFlag),
    ...[...segments.values()].flatMap(inConstraints),
  ])
  return [...new Set(names)]
}

/** The fields that results are counted by: those of the rules first, then others with few values. */
export function chooseFields(
  used: readonly string[],
  { fields, pseudonyms }: Modes,
  batches: readonly StoredBatch[],
): string[] {
  const plain = fields.filter((name) => !pseudonyms.has(name) && name !== 'appName' && name !== 'environment')
  const few = plain.filter((name) => {
    const values = new Set(batches.slice(0, 3).flatMap((batch) => batch.fields[name] ?? []))
    return values.size > 1 && values.size <= MOST_VALUES
  })
  const first = plain.filter((name) => used.includes(name))
  return [...new Set([...first, ...few])].slice(0, MOST_FIELDS)
}

const inConstraints = ({ constraints }: Pick<Segment, 'constraints'>): string[] =>
  (constraints ?? []).map(({ contextName }) => contextName)

const inFlag = ({ strategies, variants }: Flag): string[] => [
  ...(strategies ?? []).flatMap((rule) => [
    ...inConstraints(rule),
    ...(rule.name === 'userWithId' ? ['userId'] : []),
    ...(rule.name === 'remoteAddress' ? ['remoteAddress'] : []),
    ...inVariants(rule.variants, rule.parameters?.stickiness),
  ]),
  ...inVariants(variants, undefined),
]

const inVariants = (variants: Flag['variants'], stickiness: unknown): string[] => [
  ...(variants ?? []).flatMap((variant) => [
    ...(variant.overrides ?? []).map(({ contextName }) => contextName),
    ...(variant.stickiness ? [variant.stickiness] : []),
  ]),
  ...(typeof stickiness === 'string' ? [stickiness] : []),
]
