import { contains, parseAddress, parseCidr } from './cidr.ts'
import { readField, readTopField, textOf } from './context.ts'
import { type Absorbed, bucketOf, hashGroup } from './murmur.ts'
import { isAnonymous, randomInteger, rolloutId, type StickyId } from './stickiness.ts'
import type { Context, Strategy, Tools } from './types.ts'

/** The condition of a strategy apart from its constraints and segments. */
export type Rule = {
  /** Who it applies to: everyone, a percentage of users, or a list. */
  readonly reach: 'all' | 'share' | 'list'
  /** Whether the result would be random or off because the context has no user. */
  lacksUser(context: Context): boolean
  holds(context: Context, random: () => number): boolean
  explain(context: Context, random: () => number): RuleStep
}

/** The result of a rule; `id`, `actual` and `bucket` are undefined if the field is missing. */
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

export function compileRule(strategy: Strategy, tools: Tools): Rule {
  const parameter = parameterReader(strategy)
  switch (strategy.name) {
    case 'default':
      return always
    case 'flexibleRollout': {
      const stickiness = parameter('stickiness') || 'default'
      const group = parameter('groupId') ?? ''
      return new Rollout({
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

/** Reads a parameter as text: some clients send numbers. */
export function parameterReader(strategy: Strategy): (name: string) => string | undefined {
  const parameters = strategy.parameters ?? {}
  return (name) => textOf(parameters[name])
}

const never = () => false

function constant(kind: 'always' | 'unknown', satisfied: boolean): Rule {
  return { reach: 'all', lacksUser: never, holds: () => satisfied, explain: () => ({ kind, satisfied }) }
}

/** Shared by all rules that apply to everyone, so that it can be recognised by identity. */
export const always = constant('always', true)

type RolloutOptions = { stickiness: string; findId: StickyId; group: string; threshold: number }

/** A percentage of users. The most common rule, so it has all its data in one place; see `Membership`. */
export class Rollout implements Rule, Absorbed {
  readonly hash: number
  readonly word: number
  readonly bits: number
  readonly length: number
  readonly threshold: number
  readonly findId: StickyId
  readonly stickiness: string
  readonly group: string

  constructor({ stickiness, findId, group, threshold }: RolloutOptions) {
    const { hash, word, bits, length } = hashGroup(group, ROLLOUT_SEED)
    this.hash = hash
    this.word = word
    this.bits = bits
    this.length = length
    this.threshold = threshold
    this.findId = findId
    this.stickiness = stickiness
    this.group = group
  }

  get reach(): Rule['reach'] {
    return this.threshold < BUCKETS ? 'share' : 'all'
  }

  lacksUser(context: Context): boolean {
    const { stickiness, threshold } = this
    if (threshold <= 0) return false
    if (stickiness === 'userId') return !readField(context, 'userId')
    return stickiness === 'default' && threshold < BUCKETS && isAnonymous(context)
  }

  holds(context: Context, random: () => number): boolean {
    const id = this.findId(context, random)
    return id !== undefined && bucketOf(this, id, BUCKETS) <= this.threshold
  }

  explain(context: Context, random: () => number): RuleStep {
    const { stickiness, group, threshold } = this
    const id = this.findId(context, random)
    const bucket = id === undefined ? undefined : bucketOf(this, id, BUCKETS)
    const satisfied = bucket !== undefined && bucket <= threshold
    return { kind: 'rollout', satisfied, stickiness, group, id, bucket, threshold }
  }
}

function gradualRollout(field: string, parameter: (name: string) => string | undefined): Rule {
  return new Rollout({
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

/** Buckets start at 1, so a threshold that is not a positive number includes nobody. */
function threshold(text: string | undefined): number {
  return Math.max(Number(text) || 0, 0)
}

function split(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
