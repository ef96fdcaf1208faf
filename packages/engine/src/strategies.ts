import { contains, parseAddress, parseCidr } from './cidr.ts'
import { readField, readTopField, textOf } from './context.ts'
import { bucketOf, hashGroup } from './murmur.ts'
import { isAnonymous, randomInteger, rolloutId, type StickyId } from './stickiness.ts'
import type { Context, Strategy, Tools } from './types.ts'

/** What a strategy demands besides its constraints and segments. */
export type Rule = {
  /** Whom it lets through: everybody, a share of those who ask, or those on a list. */
  readonly reach: 'all' | 'share' | 'list'
  /** Whether only chance could decide, or nothing, since the context does not say who asks. */
  readonly lacksUser: (context: Context) => boolean
  readonly holds: (context: Context, random: () => number) => boolean
  readonly explain: (context: Context, random: () => number) => RuleStep
}

/** The rule of a strategy as it came out; `id`, `actual` and `bucket` are absent when the field is. */
export type RuleStep = { readonly satisfied: boolean } & (
  | { readonly kind: 'always' | 'unknown' }
  | {
      readonly kind: 'rollout'
      readonly stickiness: string
      readonly group: string
      readonly id: string | undefined
      readonly bucket: number | undefined
      readonly threshold: number
    }
  | { readonly kind: 'random'; readonly bucket: number; readonly threshold: number }
  | {
      readonly kind: 'list'
      readonly field: string
      readonly actual: string | undefined
      readonly values: readonly string[]
    }
)

const ROLLOUT_SEED = 0
const BUCKETS = 100

export function compileRule(strategy: Strategy, flagName: string, tools: Tools): Rule {
  const parameter = parameterReader(strategy)
  switch (strategy.name) {
    case 'default':
      return constant('always', true)
    case 'flexibleRollout': {
      const stickiness = parameter('stickiness') || 'default'
      const group = parameter('groupId') ?? flagName
      return rollout({
        stickiness,
        findId: rolloutId(stickiness),
        group,
        threshold: threshold(parameter('rollout')),
      })
    }
    case 'gradualRolloutUserId':
      return gradualRollout('userId', parameter)
    case 'gradualRolloutSessionId':
      return gradualRollout('sessionId', parameter)
    case 'gradualRolloutRandom':
      return randomRollout(threshold(parameter('percentage')))
    case 'userWithId': {
      const values = split(parameter('userIds'))
      const ids = new Set(values)
      return list({ field: 'userId', values, matches: (id) => ids.has(id) })
    }
    case 'remoteAddress':
      return remoteAddress(split(parameter('IPs')))
    case 'applicationHostname':
      return applicationHostname(split(parameter('hostNames')), tools.hostname)
    default:
      return constant('unknown', false)
  }
}

/** Reads a parameter as text: some writers send numbers. */
export function parameterReader(strategy: Strategy): (name: string) => string | undefined {
  const parameters = strategy.parameters ?? {}
  return (name) => textOf(parameters[name])
}

const never = () => false

function constant(kind: 'always' | 'unknown', satisfied: boolean): Rule {
  return { reach: 'all', lacksUser: never, holds: () => satisfied, explain: () => ({ kind, satisfied }) }
}

type Rollout = { stickiness: string; findId: StickyId; group: string; threshold: number }

function rollout({ stickiness, findId, group, threshold }: Rollout): Rule {
  const hashed = hashGroup(group, ROLLOUT_SEED)
  return {
    reach: threshold < BUCKETS ? 'share' : 'all',
    lacksUser: lacksRolloutUser(stickiness, threshold),
    holds(context, random) {
      const id = findId(context, random)
      return id !== undefined && bucketOf(hashed, id, BUCKETS) <= threshold
    },
    explain(context, random) {
      const id = findId(context, random)
      const bucket = id === undefined ? undefined : bucketOf(hashed, id, BUCKETS)
      const satisfied = bucket !== undefined && bucket <= threshold
      return { kind: 'rollout', satisfied, stickiness, group, id, bucket, threshold }
    },
  }
}

function lacksRolloutUser(stickiness: string, threshold: number): Rule['lacksUser'] {
  if (threshold <= 0) return never
  if (stickiness === 'userId') return (context) => !readField(context, 'userId')
  return stickiness === 'default' && threshold < BUCKETS ? isAnonymous : never
}

function gradualRollout(field: string, parameter: (name: string) => string | undefined): Rule {
  return rollout({
    stickiness: field,
    findId: (context) => readTopField(context, field) || undefined,
    group: parameter('groupId') ?? '',
    threshold: threshold(parameter('percentage')),
  })
}

function randomRollout(threshold: number): Rule {
  return {
    reach: threshold < BUCKETS ? 'share' : 'all',
    lacksUser: never,
    holds: (_context, random) => randomInteger(random, BUCKETS) <= threshold,
    explain(_context, random) {
      const bucket = randomInteger(random, BUCKETS)
      return { kind: 'random', satisfied: bucket <= threshold, bucket, threshold }
    },
  }
}

function list({
  field,
  values,
  matches,
}: {
  field: string
  values: string[]
  matches: (id: string) => boolean
}): Rule {
  const test = (actual: string | undefined) => actual !== undefined && matches(actual)
  return {
    reach: 'list',
    lacksUser: never,
    holds: (context) => test(readTopField(context, field)),
    explain(context) {
      const actual = readTopField(context, field)
      return { kind: 'list', satisfied: test(actual), field, actual, values }
    },
  }
}

function remoteAddress(values: string[]): Rule {
  const texts = new Set(values)
  const ranges = values.flatMap((value) => parseCidr(value) ?? [])
  return list({
    field: 'remoteAddress',
    values,
    matches(text) {
      if (texts.has(text)) return true
      const address = parseAddress(text)
      return address !== undefined && ranges.some((range) => contains(range, address))
    },
  })
}

function applicationHostname(values: string[], hostname: string | undefined): Rule {
  const satisfied =
    hostname !== undefined && values.some((value) => value.toLowerCase() === hostname.toLowerCase())
  return {
    reach: 'list',
    lacksUser: never,
    holds: () => satisfied,
    explain: () => ({ kind: 'list', satisfied, field: 'hostname', actual: hostname, values }),
  }
}

/** Buckets start at 1, so whatever is not a positive number is a threshold nobody reaches. */
function threshold(text: string | undefined): number {
  return Math.max(Number(text) || 0, 0)
}

function split(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
