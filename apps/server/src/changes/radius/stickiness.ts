import type { Context, Flag, Strategy } from '@flagstaff/engine'
import type { Modes } from '../../instance/index.ts'
import type { Sides } from './sides.ts'

/** How contexts get a bucket in which the sample does not have their stickiness field. */
export type Draws = {
  /** Whether the result for a context depends on chance. */
  isDrawn(context: Context): boolean
  /** The context with an id for every stickiness field that is not sampled. */
  withId(context: Context, draw: number): Context
}

const DEFAULT = 'default'
const RANDOM = 'random'
const topLevel = new Set(['userId', 'sessionId', 'remoteAddress'])

/** Which contexts are evaluated several times, each time with another bucket. */
export function createDraws(sides: Sides, { fields }: Modes): Draws {
  const flags = [sides.before, sides.after].flatMap((side) => [...side.flags.values()])
  const rollouts = new Set(flags.flatMap(({ strategies }) => (strategies ?? []).flatMap(rolloutOf)))
  const variants = new Set(flags.flatMap(variantsOf))
  const used = new Set([...rollouts, ...variants])
  const named = [...used].filter((name) => name !== DEFAULT && name !== RANDOM)
  const missing = named.filter((name) => !fields.includes(name))
  const always = used.has(RANDOM) || missing.length > 0
  // A rollout without its field is off, but a variant is always chosen.
  const chosen = named.filter((name) => variants.has(name))
  return {
    isDrawn: (context) =>
      always ||
      (used.has(DEFAULT) && !context.userId && !context.sessionId) ||
      chosen.some((name) => !fieldOf(context, name)),
    withId(context, draw) {
      if (missing.length === 0) return context
      return { ...context, ...Object.fromEntries(missing.map((name) => [name, `draw ${draw}`])) }
    },
  }
}

export const fieldOf = (context: Context, name: string): unknown =>
  context[name] ?? (topLevel.has(name) ? undefined : context.properties?.[name])

function rolloutOf({ name, parameters }: Strategy): string[] {
  switch (name) {
    case 'flexibleRollout':
      return [String(parameters?.stickiness || DEFAULT)]
    case 'gradualRolloutUserId':
      return ['userId']
    case 'gradualRolloutSessionId':
      return ['sessionId']
    case 'gradualRolloutRandom':
      return [RANDOM]
    default:
      return []
  }
}

function variantsOf({ strategies, variants }: Flag): string[] {
  const ofRules = (strategies ?? []).flatMap((rule) => {
    const [first] = rule.variants ?? []
    return first ? [first.stickiness || String(rule.parameters?.stickiness || DEFAULT)] : []
  })
  const [first] = variants ?? []
  return first ? [...ofRules, first.stickiness || DEFAULT] : ofRules
}
