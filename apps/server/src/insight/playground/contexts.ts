import {
  MOST_PLAYGROUND_CONTEXTS,
  type SdkContext,
  type SdkFlatContext,
} from '@flagstaff/contract/playground'
import type { Context } from '@flagstaff/engine'
import { invalid } from '../../platform/errors.ts'

/** A context as evaluated, and as responses show it: with all fields on one level. */
export type Asked = { context: Context; flat: SdkFlatContext }

type Fields = { own: [string, string][]; properties: [string, string][] }

/** Drops values that are not strings and reports their names, as the wire format does. */
export function readContext(context: SdkContext): { fields: Fields; invalidProperties: string[] } {
  const { properties = {}, ...rest } = context
  const entries = Object.entries<unknown>(rest)
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string'
  return {
    fields: { own: entries.filter(isText), properties: Object.entries(properties) },
    invalidProperties: entries.filter((entry) => !isText(entry)).map(([name]) => name),
  }
}

export const asOne = ({ own, properties }: Fields): Asked => ({
  context: { ...Object.fromEntries(own), properties: Object.fromEntries(properties) },
  flat: Object.fromEntries([...properties, ...own]) as SdkFlatContext,
})

/** All combinations of the listed values. They are counted first, so that a long list cannot exhaust memory. */
export function asMany({ own, properties }: Fields): Asked[] {
  const fields = [
    ...own.map(([name, text]) => ({ name, own: true, values: valuesOf(name, text) })),
    ...properties.map(([name, text]) => ({ name, own: false, values: valuesOf(name, text) })),
  ]
  const count = fields.reduce((product, { values }) => product * values.length, 1)
  if (count > MOST_PLAYGROUND_CONTEXTS) {
    const lists = fields.filter(({ values }) => values.length > 1)
    throw invalid(
      `The values of ${lists.map(({ name }) => name).join(', ')} make ${lists
        .map(({ values }) => values.length)
        .join(
          ' × ',
        )} = ${count} contexts, and at most ${MOST_PLAYGROUND_CONTEXTS} are evaluated at once. ${hint}`,
      'context',
    )
  }
  let combinations: Fields[] = [{ own: [], properties: [] }]
  for (const { name, own: isOwn, values } of fields) {
    combinations = combinations.flatMap((one) =>
      values.map((value) =>
        isOwn
          ? { ...one, own: [...one.own, [name, value] as [string, string]] }
          : { ...one, properties: [...one.properties, [name, value] as [string, string]] },
      ),
    )
  }
  return combinations.map(asOne)
}

const hint = 'Choose fewer of them.'
const pageHint = 'Choose fewer of them, or ask for a page with `limit`.'

/** A time is a single value, even if it contains a comma. */
function valuesOf(name: string, text: string): string[] {
  if (name === 'currentTime') return [text]
  const values = text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
  return values.length > 0 ? [...new Set(values)] : [text]
}

/** Refuses requests with too many results, and shows the calculation. */
export function requireRoom(environments: number, flags: number, contexts: number, most: number) {
  const count = environments * flags * contexts
  if (count <= most) return
  throw invalid(
    `${environments} environments × ${flags} flags × ${contexts} contexts need ${count} evaluations, and the limit is ${most}. ${pageHint}`,
  )
}
