import {
  MOST_PLAYGROUND_CONTEXTS,
  type SdkContext,
  type SdkFlatContext,
} from '@flagstaff/contract/playground'
import type { Context } from '@flagstaff/engine'
import { invalid } from '../platform/errors.ts'

/** A context as it is evaluated, and as answers show it: everything on one level. */
export type Asked = { context: Context; flat: SdkFlatContext }

type Fields = { own: [string, string][]; properties: [string, string][] }

/** What is no text is left out and named, as the wire does. */
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

/** Every combination of the values in its lists. Counted before it is made, so that no list can be too long. */
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

const hint = 'Name fewer of them.'

/** A time is one value, however it is written. */
function valuesOf(name: string, text: string): string[] {
  if (name === 'currentTime') return [text]
  const values = text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
  return values.length > 0 ? [...new Set(values)] : [text]
}

/** Refuses what would have more answers than anybody reads, with the numbers that make it so. */
export function requireRoom(environments: number, flags: number, contexts: number, most: number) {
  const count = environments * flags * contexts
  if (count <= most) return
  throw invalid(
    `${environments} environments × ${flags} flags × ${contexts} contexts are ${count} answers, and at most ${most} are given at once. ${hint}`,
  )
}
