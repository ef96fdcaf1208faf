import { parseCidr } from '../src/cidr.ts'
import { readField } from '../src/context.ts'
import type { Constraint, Context, Flag, Segment, Strategy, Variant } from '../src/types.ts'

/** A deliberate difference from `unleash-client`, with a narrow condition for where it can occur. */
export type Deviation = {
  name: string
  /** What `unleash-client` does; a different result by default. */
  shows?: 'as an exception' | 'as either'
  applies: (parts: Parts, context: Context) => boolean
}

/** Everything that the evaluation of one flag depends on. */
export type Parts = {
  flags: Flag[]
  strategies: { strategy: Strategy; flag: Flag }[]
  constraints: Constraint[]
  variants: Variant[]
}

export function partsOf(flag: Flag, flags: Map<string, Flag>, segments: Map<number, Segment>): Parts {
  const parents = (flag.dependencies ?? []).flatMap(({ feature }) => flags.get(feature) ?? [])
  const involved = [...new Set([flag, ...parents])]
  const strategies = involved.flatMap((flag) =>
    (flag.strategies ?? []).map((strategy) => ({ strategy, flag })),
  )
  const used = strategies.flatMap(({ strategy }) => strategy.segments ?? [])
  return {
    flags: involved,
    strategies,
    constraints: [
      ...strategies.flatMap(({ strategy }) => strategy.constraints ?? []),
      ...used.flatMap((id) => segments.get(id)?.constraints ?? []),
    ],
    variants: [
      ...involved.flatMap((flag) => flag.variants ?? []),
      ...strategies.flatMap(({ strategy }) => strategy.variants ?? []),
    ],
  }
}

export const deviations: Deviation[] = [
  {
    name: 'a list or parameters left out are empty, not an exception',
    shows: 'as an exception',
    applies: ({ constraints, strategies }) =>
      constraints.some(({ operator, values }) => usesValues(operator) && !values) ||
      strategies.some(({ strategy }) => !strategy.parameters),
  },
  {
    name: 'only own keys of the context are fields, and properties is not one',
    shows: 'as either',
    applies: (parts, context) =>
      fieldsIn(parts).some((name) => name === 'properties' || (name in {} && !Object.hasOwn(context, name))),
  },
  {
    name: 'a blank field is not a number',
    applies: ({ constraints }, context) =>
      constraints.some(
        ({ operator, contextName }) =>
          operator.startsWith('NUM_') && readField(context, contextName)?.trim() === '',
      ),
  },
  {
    name: 'versions are strict on both sides',
    applies: ({ constraints }, context) =>
      constraints.some(({ operator, contextName, value }) => {
        const field = readField(context, contextName) ?? ''
        return operator.startsWith('SEMVER_') && (/^v|^\s|\s$/.test(value ?? '') || field !== field.trim())
      }),
  },
  {
    name: 'dates are ISO 8601, and UTC without a zone',
    applies: ({ constraints }, context) =>
      constraints.some(
        ({ operator, value }) =>
          operator.startsWith('DATE_') &&
          [value, context.currentTime].some((date) => isOtherDate(String(date))),
      ),
  },
  {
    name: 'an IPv4 address in IPv6 form is the IPv4 address',
    applies: (parts, context) =>
      addressRules(parts, context).some(({ field, entries }) =>
        [field, ...entries].some((text) => text.includes(':') && parseCidr(text)?.start.length === 1),
      ),
  },
  {
    name: 'a range is not an address',
    applies: (parts, context) => addressRules(parts, context).some(({ field }) => field.includes('/')),
  },
  {
    name: 'the remoteAddress strategy knows IPv6',
    applies: ({ strategies }, { remoteAddress }) =>
      String(remoteAddress).includes(':') &&
      strategies.some(({ strategy }) => entriesOf(strategy, 'IPs').some((entry) => entry.includes(':'))),
  },
  {
    name: 'entries of a list parameter are trimmed and empty ones dropped',
    applies: ({ strategies }) =>
      strategies.some(({ strategy }) =>
        ['userIds', 'IPs', 'hostNames'].some((name) => {
          const text = parameter(strategy, name) ?? ''
          return text !== text.trim() || (text !== '' && text.split(',').some((entry) => entry.trim() === ''))
        }),
      ),
  },
  {
    name: 'featureToggle in the context is not a group',
    applies: ({ strategies }, context) =>
      Boolean(context.featureToggle) &&
      strategies.some(
        ({ strategy }) => strategy.name === 'flexibleRollout' && !parameter(strategy, 'groupId'),
      ),
  },
  {
    name: 'texts are hashed as UTF-8',
    applies: (parts, context) => hashedTexts(parts, context).some((text) => !/^[\0-\x7f]*$/.test(text)),
  },
  {
    name: 'ids that are numbers count as their text',
    applies: ({ strategies, variants }, { userId, sessionId }) =>
      (strategies.length > 0 || variants.length > 0) &&
      [userId, sessionId].some((id) => typeof id === 'number'),
  },
]

function usesValues(operator: string): boolean {
  return /^(IN|NOT_IN|STR_.*|IN_CIDR)$/.test(operator)
}

function parameter(strategy: Strategy, name: string): string | undefined {
  return strategy.parameters?.[name] as string | undefined
}

function entriesOf(strategy: Strategy, name: string): string[] {
  return (parameter(strategy, name) ?? '').split(',').map((entry) => entry.trim())
}

function stickinesses({ strategies, variants }: Parts): string[] {
  const named = strategies.map(({ strategy }) => parameter(strategy, 'stickiness'))
  return [...named, ...variants.map(({ stickiness }) => stickiness)].map(
    (stickiness) => stickiness ?? 'default',
  )
}

function fieldsIn(parts: Parts): string[] {
  return [
    ...parts.constraints.map(({ contextName }) => contextName),
    ...parts.variants.flatMap(({ overrides }) => (overrides ?? []).map(({ contextName }) => contextName)),
    ...stickinesses(parts),
  ]
}

function addressRules(
  { constraints, strategies }: Parts,
  context: Context,
): { field: string; entries: string[] }[] {
  return [
    ...constraints
      .filter(({ operator }) => operator === 'IN_CIDR')
      .map(({ contextName, values }) => ({
        field: readField(context, contextName) ?? '',
        entries: [...(values ?? [])],
      })),
    ...strategies
      .filter(({ strategy }) => strategy.name === 'remoteAddress')
      .map(({ strategy }) => ({
        field: String(context.remoteAddress ?? ''),
        entries: entriesOf(strategy, 'IPs'),
      })),
  ]
}

function hashedTexts(parts: Parts, context: Context): string[] {
  const groups = parts.strategies.map(({ strategy }) => parameter(strategy, 'groupId') ?? '')
  const names = parts.flags.filter(({ variants }) => variants?.length).map(({ name }) => name)
  const ids = ['userId', 'sessionId', 'remoteAddress', ...stickinesses(parts)].map(
    (name) => readField(context, name) ?? '',
  )
  return [...groups, ...names, ...ids]
}

/** Valid for JavaScript, but not an ISO date or a date-time with a time zone. */
function isOtherDate(text: string): boolean {
  const usual = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?$/.test(text)
  return !usual && !Number.isNaN(Date.parse(text))
}
