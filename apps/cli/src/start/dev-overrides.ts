import { CliError, exits } from '../exit.ts'

/** What a flag returns here: on, off, or a variant by name. */
export type Overrides = ReadonlyMap<string, boolean | string>

type Variant = { name: string; payload?: unknown }
/** A flag in the format of the client API. Other fields are kept as they are. */
export type Feature = {
  name: string
  type?: string
  project?: string
  enabled?: boolean
  variants?: readonly Variant[]
  strategies?: readonly { name?: string; parameters?: unknown; variants?: readonly Variant[] }[]
  dependencies?: unknown
}

const MOST = 1_000

/** Reads a file such as `{"new-checkout": true, "banner": false, "cart": "one-page"}`. */
export function readOverrides(text: string, file: string): Overrides {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw new CliError(`${file} is not JSON. Write it like {"new-checkout": true}.`, exits.wrongUse)
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new CliError(`${file} must contain an object, such as {"new-checkout": true}.`, exits.wrongUse)
  const entries = Object.entries(read)
  if (entries.length > MOST) throw new CliError(`${file} has more than ${MOST} flags.`, exits.wrongUse)
  return new Map(
    entries.map(([flag, value]): [string, boolean | string] => {
      if (typeof value === 'boolean' || (typeof value === 'string' && value !== '')) return [flag, value]
      throw new CliError(`${file}: ${flag} must be true, false or the name of a variant.`, exits.wrongUse)
    }),
  )
}

/** The flags with the overrides. A flag that does not exist yet is added. */
export function applyOverrides(features: readonly Feature[], overrides: Overrides): Feature[] {
  const known = new Set(features.map(({ name }) => name))
  const added = [...overrides.keys()].filter((name) => !known.has(name)).map((name) => ({ name }))
  return [...features, ...added].map((feature) => {
    const value = overrides.get(feature.name)
    return value === undefined ? feature : forced(feature, value)
  })
}

/** For everyone, whatever the rules and the parents of the flag say. */
function forced({ dependencies: _, ...feature }: Feature, value: boolean | string): Feature {
  return {
    type: 'release',
    project: 'default',
    ...feature,
    enabled: value !== false,
    strategies: [{ name: 'default', parameters: {} }],
    variants: typeof value === 'string' ? [variantOf(feature, value)] : [],
  }
}

/** With the payload that the variant has, if the flag has such a variant. */
function variantOf({ variants = [], strategies = [] }: Feature, name: string) {
  const all = [...strategies.flatMap((rule) => rule.variants ?? []), ...variants]
  const payload = all.find((variant) => variant.name === name)?.payload
  return {
    name,
    weight: 1000,
    weightType: 'variable',
    stickiness: 'default',
    ...(payload === undefined ? {} : { payload }),
  }
}
