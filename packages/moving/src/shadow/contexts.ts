import type { Constraint, Context } from '@flagstaff/engine'
import type { ClientDocument, DocumentFlag } from '../source/schemas.ts'
import { besideOf, satisfyingOf, valuesOf } from './values.ts'

export type ContextOptions = {
  /** The time of every evaluation, as ISO 8601. */
  now: string
  /** How many users each rollout is tried with. */
  idsPerRollout: number
}

const MOST_OF_A_FLAG = 10_000
const MOST_OF_A_CONSTRAINT = 40

/** The base of all contexts: with both ids, so that default stickiness never becomes random. */
const userOf = (number: number, now: string, sticky: readonly string[]): Context => ({
  appName: 'flagstaff-shadow',
  userId: `user-${number}`,
  sessionId: `session-${number}`,
  remoteAddress: `192.0.2.${number % 256}`,
  currentTime: now,
  properties: Object.fromEntries(sticky.map((field) => [field, `${field}-${number}`])),
})

/** Fields other than the ids that decide who gets a percentage or a variant. */
function stickyFields({ strategies, variants }: DocumentFlag): string[] {
  const all = [
    ...(strategies ?? []).map(({ parameters }) => parameters?.stickiness),
    ...[variants, ...(strategies ?? []).map((rule) => rule.variants)].flatMap((list) =>
      (list ?? []).map(({ stickiness }) => stickiness),
    ),
  ]
  return [...new Set(all.flatMap((one) => (typeof one === 'string' && !usual.has(one) ? [one] : [])))]
}
const usual = new Set([
  '',
  'default',
  'random',
  'userId',
  'sessionId',
  'appName',
  'environment',
  'currentTime',
])

/**
 * Contexts that lead to every outcome of a flag: for each rule one that meets all its conditions, then for each
 * condition its values, values beside it, and no value at all; and many users where a percentage decides.
 */
export function contextsFor(
  flag: DocumentFlag,
  { segments }: Pick<ClientDocument, 'segments'>,
  { now, idsPerRollout }: ContextOptions,
): Context[] {
  const known = new Map((segments ?? []).map((segment) => [segment.id, segment.constraints]))
  const contexts: Context[] = []
  const sticky = stickyFields(flag)
  const user = (number: number) => userOf(number, now, sticky)
  const push = (context: Context) => {
    if (contexts.length < MOST_OF_A_FLAG) contexts.push(context)
  }
  for (let number = 0; number < idsPerRollout; number++) push(user(number))
  for (const rule of flag.strategies ?? []) {
    const conditions: Constraint[] = [
      ...(rule.constraints ?? []),
      ...(rule.segments ?? []).flatMap((id) => known.get(id) ?? []),
    ]
    const variations = conditions.flatMap(variationsOf)
    const listed = [...listsIn(rule.parameters ?? {}), ...overridesIn(flag)]
    for (const change of [...listed, ...variations]) push(meeting(conditions, user(0), change))
    if (conditions.length > 0)
      for (let number = 0; number < idsPerRollout; number++) push(meeting(conditions, user(number), {}))
  }
  return contexts
}

type Change = Readonly<Record<string, string | undefined>>

/** Dates are compared with the time of the evaluation, whatever field is named. */
const fieldOf = ({ contextName, operator }: Constraint): string =>
  operator.startsWith('DATE_') ? 'currentTime' : contextName

/** The values of a condition, values beside them, and none. */
const variationsOf = (constraint: Constraint): Change[] =>
  [...valuesOf(constraint), ...besideOf(constraint), undefined]
    .slice(0, MOST_OF_A_CONSTRAINT)
    .map((value) => ({ [fieldOf(constraint)]: value }))

/** Strategies with lists of users, hosts or addresses. */
function listsIn(parameters: Readonly<Record<string, unknown>>): Change[] {
  const lists: [string, string][] = [
    ['userIds', 'userId'],
    ['IPs', 'remoteAddress'],
  ]
  return lists.flatMap(([parameter, field]) =>
    String(parameters[parameter] ?? '')
      .split(',')
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .slice(0, MOST_OF_A_CONSTRAINT)
      .map((text) => ({ [field]: text.replace(/\/\d+$/, '') })),
  )
}

const overridesIn = ({ variants }: DocumentFlag): Change[] =>
  (variants ?? []).flatMap(({ overrides }) =>
    (overrides ?? []).flatMap(({ contextName, values }) =>
      values.slice(0, MOST_OF_A_CONSTRAINT).map((value) => ({ [contextName]: value })),
    ),
  )

/** A context that meets the conditions, apart from what is changed. */
function meeting(conditions: readonly Constraint[], context: Context, change: Change): Context {
  const fields: Record<string, string | undefined> = {}
  for (const constraint of conditions) {
    const value = satisfyingOf(constraint)
    if (value !== undefined) fields[fieldOf(constraint)] = value
  }
  return withFields(context, { ...fields, ...change })
}

const topLevel = new Set(['userId', 'sessionId', 'remoteAddress', 'appName', 'environment', 'currentTime'])

function withFields(context: Context, change: Change): Context {
  const top: Record<string, unknown> = { ...context }
  const properties: Record<string, unknown> = { ...context.properties }
  for (const [field, value] of Object.entries(change)) {
    const target = topLevel.has(field) ? top : properties
    if (value === undefined) {
      // A missing time would be the time of each server.
      if (field !== 'currentTime') delete target[field]
    } else target[field] = value
  }
  return { ...top, properties }
}
