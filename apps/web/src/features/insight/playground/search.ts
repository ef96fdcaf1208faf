import type { AdvancedPlaygroundRequest } from '@flagstaff/contract/playground'
import { textOf } from '../../../lib/address.ts'

/** The fields of a context; several values are separated by commas. */
export type Fields = Readonly<Record<string, string>>

/** The whole query is in the URL, so that a link repeats it. Lists are separated by commas. */
export type PlaySearch = {
  environments?: string | undefined
  projects?: string | undefined
  features?: string | undefined
  context?: Fields | undefined
  /** The revision or time to evaluate at. */
  revision?: number | undefined
  at?: string | undefined
  /** The selected result: flag, environment and, if there are several contexts, its index. */
  flag?: string | undefined
  environment?: string | undefined
  case?: number | undefined
  show?: Shown | undefined
  q?: string | undefined
}

/** Replaces a part of the query in the URL. */
export type Change = (part: Partial<PlaySearch>) => void

export const shown = ['on', 'off', 'differing'] as const
export type Shown = (typeof shown)[number]

export const readPlaySearch = (search: Record<string, unknown>): PlaySearch => ({
  environments: listText(search.environments),
  projects: listText(search.projects),
  features: listText(search.features),
  context: fieldsOf(search.context),
  revision: wholeOf(search.revision),
  at: timeOf(search.at),
  flag: textOf(search.flag),
  environment: textOf(search.environment),
  case: wholeOf(search.case),
  show: shown.find((one) => one === search.show),
  q: textOf(search.q),
})

export const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const listText = (value: unknown): string | undefined =>
  textOf(Array.isArray(value) ? value.join(',') : value)

const wholeOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

const timeOf = (value: unknown): string | undefined => {
  const text = textOf(value)
  return text && !Number.isNaN(Date.parse(text)) ? text : undefined
}

/** Flattens properties into the other fields, whatever the format of the link. */
function fieldsOf(value: unknown): Fields | undefined {
  const read = typeof value === 'string' ? parse(value) : value
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return undefined
  const { properties, ...rest } = read as Record<string, unknown>
  const inner = typeof properties === 'object' && properties !== null ? properties : {}
  const entries = Object.entries({ ...rest, ...inner }).flatMap(([name, field]) => {
    const text = typeof field === 'boolean' ? String(field) : textOf(field)
    return text === undefined ? [] : [[name, text]]
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Defaults to the most important environment. */
export function environmentsOf(
  { environments }: PlaySearch,
  known: readonly { name: string; type: string }[],
): string[] {
  const named = listOf(environments)
  if (named.length > 0) return named
  const first = known.find(({ type }) => type === 'production') ?? known[0]
  return first ? [first.name] : []
}

const own = new Set(['userId', 'sessionId', 'remoteAddress', 'environment', 'appName', 'currentTime'])
const APPLICATION = 'playground'

/** The request body for the server. */
export function questionOf(search: PlaySearch, environments: readonly string[]): AdvancedPlaygroundRequest {
  const given = Object.entries(search.context ?? {}).filter(([, value]) => value.trim() !== '')
  const projects = listOf(search.projects)
  const features = listOf(search.features)
  return {
    environments: [...environments],
    projects: projects.length > 0 ? projects : '*',
    ...(features.length > 0 ? { features } : {}),
    ...momentOf(search),
    context: {
      appName: APPLICATION,
      ...Object.fromEntries(given.filter(([name]) => own.has(name))),
      properties: Object.fromEntries(given.filter(([name]) => !own.has(name))),
    },
  }
}

export const momentOf = ({ revision, at }: PlaySearch) =>
  revision !== undefined ? { atRevision: revision } : at ? { at: new Date(at).toISOString() } : {}

export const isPast = ({ revision, at }: PlaySearch) => revision !== undefined || at !== undefined

/** The fields in which the contexts differ. */
export const varyingOf = (context: Fields | undefined): string[] =>
  Object.entries(context ?? {})
    .filter(([, value]) => listOf(value).length > 1)
    .map(([name]) => name)
