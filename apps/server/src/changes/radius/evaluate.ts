import { type At, type Context, evaluate, type Result } from '@flagstaff/engine'
import { type Draws, fieldOf } from './stickiness.ts'
import type { World } from './worlds.ts'

/** One way in which the result of a flag changes. */
export type Move = { feature: string; from: Result; to: Result }

/** What a change does to one context: weights from 0 to 1, because results can depend on chance. */
export type Part = { changed: number; unknown: number; moves: ReadonlyMap<string, number> }

/** A context as it was evaluated when it changed, for an explanation. */
export type Witness = { move: string; context: Context; at: At }

export type Question = {
  worlds: readonly World[]
  draws: Draws
  /** The flags to evaluate. */
  names: readonly string[]
  /** The fields that results can depend on. */
  fields: readonly string[]
  now: number
}

const MOST_DRAWS = 100
const LEAST_DRAWS = 5
/** Evaluations of one context that may block the event loop. */
const MOST_AT_ONCE = 2_000
/** Contexts that are alike share their draws after so many of them, or if many were drawn already. */
const ROUNDS_EACH = 20
const ROUNDS_IN_ALL = 200
/** Multiples of the golden ratio are spread evenly, however many there are. */
const GOLDEN = 0.618_033_988_749_895
const UNCHANGED: Part = { changed: 0, unknown: 0, moves: new Map() }
const UNKNOWN: Part = { changed: 0, unknown: 1, moves: new Map() }

export type Evaluator = {
  /** Keys of `Part.moves`. */
  moves: ReadonlyMap<string, Move>
  part(context: Context, witness?: (witness: Witness) => void): Part
}

/** Evaluates contexts before and after a change, with the same chance on both sides. */
export function createEvaluator(question: Question): Evaluator {
  const { worlds, draws, names, fields, now } = question
  const moves = new Map<string, Move>()
  const single = new Map<string, Part>()
  const most = Math.floor(MOST_AT_ONCE / Math.max(1, names.length * worlds.length))
  const count = Math.min(MOST_DRAWS, Math.max(LEAST_DRAWS, most))
  let round = 0
  const rounds = new Map<string, { done: number; sum: Part; mean?: Part }>()

  /** The move of a flag; empty if it does not change, undefined if that cannot be told. */
  const moveOf = (name: string, context: Context, at: At): string | undefined => {
    let first: string | undefined
    for (const { before, after } of worlds) {
      const from = evaluate(before, name, context, at)
      const to = evaluate(after, name, context, at)
      const key = isSame(from, to) ? '' : keyOf(name, from, to)
      if (key !== '' && !moves.has(key)) moves.set(key, { feature: name, from, to })
      if (first === undefined) first = key
      else if (first !== key) return undefined
    }
    return first
  }
  const once = (context: Context, at: At, witness?: (witness: Witness) => void): Part => {
    let isUnknown = false
    let found: string[] | undefined
    for (const name of names) {
      const move = moveOf(name, context, at)
      if (move === undefined) isUnknown = true
      else if (move !== '') {
        found = found ? [...found, move] : [move]
        witness?.({ move, context, at })
      }
    }
    if (!found) return isUnknown ? UNKNOWN : UNCHANGED
    const key = found.join('\n')
    const known = single.get(key)
    if (known) return known
    const part = { changed: 1, unknown: 0, moves: new Map(found.map((move) => [move, 1])) }
    single.set(key, part)
    return part
  }
  const drawn = (context: Context, witness?: (witness: Witness) => void): Part => {
    const key = JSON.stringify(fields.map((name) => fieldOf(context, name) ?? null))
    const known = rounds.get(key)
    if (known && (known.done >= ROUNDS_EACH || round >= ROUNDS_IN_ALL)) {
      known.mean ??= divided(known.sum, known.done)
      return known.mean
    }
    const offset = (round * GOLDEN) % 1
    const first = round * count
    round += 1
    const parts = Array.from({ length: count }, (_, draw) => {
      const chance = (draw + offset) / count
      const at = { now, random: () => chance }
      return once(draws.withId(context, first + draw), at, witness)
    })
    const part = divided(sumOf(parts), count)
    rounds.set(key, { done: (known?.done ?? 0) + 1, sum: known ? sumOf([known.sum, part]) : part })
    return part
  }
  const at = { now, random: () => 0.5 }
  return {
    moves,
    part: (context, witness) =>
      draws.isDrawn(context) ? drawn(context, witness) : once(context, at, witness),
  }
}

export const isSame = (one: Result, other: Result): boolean =>
  one.enabled === other.enabled &&
  (!one.enabled ||
    (one.variant.enabled === other.variant.enabled &&
      one.variant.name === other.variant.name &&
      one.variant.payload?.type === other.variant.payload?.type &&
      one.variant.payload?.value === other.variant.payload?.value))

const nameOf = ({ enabled, variant }: Result) =>
  enabled ? (variant.enabled ? `variant ${variant.name}` : 'on') : 'off'

const keyOf = (feature: string, from: Result, to: Result) =>
  JSON.stringify([feature, nameOf(from), nameOf(to)])

function sumOf(parts: readonly Part[]): Part {
  const moves = new Map<string, number>()
  let [changed, unknown] = [0, 0]
  for (const part of parts) {
    changed += part.changed
    unknown += part.unknown
    for (const [move, weight] of part.moves) moves.set(move, (moves.get(move) ?? 0) + weight)
  }
  return { changed, unknown, moves }
}

const divided = ({ changed, unknown, moves }: Part, by: number): Part => ({
  changed: changed / by,
  unknown: unknown / by,
  moves: new Map([...moves].map(([move, weight]) => [move, weight / by])),
})
