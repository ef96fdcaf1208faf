import type { CompiledFlag, CompiledSegment, CompiledStrategy } from './compile.ts'
import { type Answers, Conditions } from './conditions.ts'
import type { Absorbed } from './murmur.ts'
import { ReadyId } from './ready-id.ts'
import { callerId, defaultId } from './stickiness.ts'
import { always, Rollout, type Rule } from './strategies.ts'
import type { Context, Result } from './types.ts'
import type { VariantDraw, VariantList } from './variants.ts'

/** Instead of a row: the flag is off, or the caller has to evaluate it. */
const NEVER = -1
const OTHER = -2

/** A row is one rule. The numbers of up to four conditions come first. */
const MOST_CONDITIONS = 4
const NO_CONDITION = -1
/** The hash of the rollout group, and of the variants. */
const ROLLOUT = 4
const VARIANTS = 8
const THRESHOLD = 12
/** The sum of the weights. */
const TOTAL = 13
/** The row of the next rule. */
const NEXT = 14
const WIDTH = 16

/** As a threshold: the rule has no rollout. */
const EVERYONE = -1
/** As a total: the rule has no variants, or some that the caller has to choose from. */
const NO_VARIANTS = 0
const OTHER_VARIANTS = -1

const BUCKETS = 100

/**
 * The numbers that most flags depend on, in typed arrays. Evaluating thousands of flags is limited by memory access,
 * and arrays of numbers are many times faster to read than objects. Flags in other forms (parents, other stickiness,
 * many conditions) are left to the caller. A change writes one place, before the next visit.
 */
export class Columns {
  readonly #segments: ReadonlyMap<number, CompiledSegment>
  readonly #places = new Map<string, number>()
  /** Places that are not written yet. */
  readonly #changed = new Set<number>()
  #flags: (CompiledFlag | undefined)[] = []
  /** The result of each flag without a variant: reading the flag would be a cache miss. */
  #on: (Result | undefined)[] = []
  /** The first row of each place. */
  #first = new Int32Array(16)
  #rows = new Int32Array(16 * WIDTH)
  #draws: (VariantDraw | undefined)[] = []
  #free: number[] = []
  #conditions: Conditions

  constructor(segments: ReadonlyMap<number, CompiledSegment>) {
    this.#segments = segments
    this.#conditions = new Conditions(segments)
  }

  set(flag: CompiledFlag) {
    const place = this.#places.get(flag.name) ?? this.#append(flag.name)
    this.#flags[place] = flag
    this.#on[place] = flag.on
    this.#changed.add(place)
  }

  remove(name: string) {
    const place = this.#places.get(name)
    if (place === undefined) return
    this.#places.delete(name)
    this.#flags[place] = undefined
    this.#on[place] = undefined
    this.#changed.delete(place)
    this.#clear(place)
    if (this.#places.size < this.#flags.length / 2) this.#closeGaps()
  }

  /**
   * Visits the flags that are certainly on for this context, with their result, and those that the caller must
   * evaluate, in insertion order.
   */
  visit(
    context: Context,
    now: number,
    visit: (flag: CompiledFlag, result: Result | undefined, place: number) => void,
  ) {
    this.prepare()
    const [first, rows, flags, on, draws] = [this.#first, this.#rows, this.#flags, this.#on, this.#draws]
    const id = ReadyId.of(callerId(context) ?? '')
    const conditions = this.#conditions
    const answers = conditions.answer(context, now)
    const count = flags.length
    for (let place = 0; place < count; place++) {
      const row = findRow(first[place] as number, rows, answers, id)
      if (row === NEVER) continue
      const flag = flags[place]
      if (!flag) continue
      const total = row === OTHER ? NO_VARIANTS : (rows[row * WIDTH + TOTAL] as number)
      if (row === OTHER) visit(flag, undefined, place)
      else if (total === NO_VARIANTS) visit(flag, on[place], place)
      else visit(flag, draws[row]?.resultAt(id?.bucket(rows, row * WIDTH + VARIANTS, total) ?? 0), place)
    }
    conditions.putBack(answers)
  }

  #append(name: string): number {
    const place = this.#flags.length
    this.#places.set(name, place)
    if (place === this.#first.length) this.#first = enlarged(this.#first)
    this.#first[place] = NEVER
    return place
  }

  /** Writes what changed. The next visit does it as well; a caller that adds thousands of flags can do it in parts. */
  prepare() {
    if (this.#changed.size === 0) return
    for (const place of this.#changed) {
      this.#clear(place)
      const flag = this.#flags[place]
      if (flag) this.#first[place] = this.#write(flag)
    }
    this.#changed.clear()
  }

  #clear(place: number) {
    let row = this.#first[place] as number
    this.#first[place] = NEVER
    while (row >= 0) {
      const start = row * WIDTH
      for (let at = start; at < start + MOST_CONDITIONS; at++) this.#conditions.release(this.#rows[at] ?? -1)
      this.#draws[row] = undefined
      this.#free.push(row)
      row = this.#rows[start + NEXT] as number
    }
  }

  /** Returns the first row. */
  #write({ enabled, strategies, variants, dependencies }: CompiledFlag): number {
    if (!enabled || !strategies) return NEVER
    if (dependencies.length > 0) return OTHER
    if (strategies.length === 0) return this.#addRow(always, [], [variants], NEVER)
    const fitting = strategies.findIndex((strategy) => !fits(strategy))
    const [count, last] = fitting < 0 ? [strategies.length, NEVER] : [fitting, OTHER]
    return strategies.slice(0, count).reduceRight((next, strategy) => {
      const conditions = [
        ...strategy.constraints.map((constraint) => this.#conditions.ofConstraint(constraint)),
        ...strategy.segments.map((segment) => this.#conditions.ofSegment(segment)),
      ]
      return this.#addRow(strategy.rule, conditions, [strategy.variants, variants], next)
    }, last)
  }

  #addRow(
    rule: Rule,
    conditions: readonly number[],
    lists: readonly (VariantList | undefined)[],
    next: number,
  ): number {
    const row = this.#free.pop() ?? this.#draws.length
    const start = row * WIDTH
    if (start === this.#rows.length) this.#rows = enlarged(this.#rows)
    const rows = this.#rows
    for (let at = 0; at < MOST_CONDITIONS; at++) rows[start + at] = conditions[at] ?? NO_CONDITION
    rows[start + THRESHOLD] = EVERYONE
    if (rule instanceof Rollout) {
      setHash(rows, start + ROLLOUT, rule)
      rows[start + THRESHOLD] = Math.min(BUCKETS, Math.floor(rule.threshold))
    }
    // Without any weight, a list is ignored.
    const list = lists.find((list) => list && list.total > 0)
    const draw = list?.draw
    this.#draws[row] = draw
    rows[start + TOTAL] = draw ? draw.total : list ? OTHER_VARIANTS : NO_VARIANTS
    if (draw) setHash(rows, start + VARIANTS, draw)
    rows[start + NEXT] = next
    return row
  }

  #closeGaps() {
    const kept = this.#flags.filter((flag) => flag !== undefined)
    this.#places.clear()
    this.#changed.clear()
    this.#flags = []
    this.#on = []
    this.#draws = []
    this.#free = []
    this.#conditions = new Conditions(this.#segments)
    for (const flag of kept) this.set(flag)
  }
}

function fits({ constraints, segments, rule }: CompiledStrategy): boolean {
  return (
    constraints.length + segments.length <= MOST_CONDITIONS &&
    (rule === always || (rule instanceof Rollout && rule.findId === defaultId))
  )
}

function setHash(rows: Int32Array, start: number, { hash, word, bits, length }: Absorbed) {
  rows[start] = hash
  rows[start + 1] = word
  rows[start + 2] = bits
  rows[start + 3] = length
}

/** The row of the rule that applies, starting at `first`. */
function findRow(first: number, rows: Int32Array, answers: Answers, id: ReadyId | undefined): number {
  let row = first
  while (row >= 0) {
    const start = row * WIDTH
    if (conditionsHold(rows, start, answers)) {
      const threshold = rows[start + THRESHOLD] as number
      const total = rows[start + TOTAL] as number
      if (threshold === EVERYONE) return total === NO_VARIANTS || (total > 0 && id) ? row : OTHER
      // Without an id, or with one that is not ASCII.
      if (!id) return OTHER
      if (threshold === BUCKETS || (threshold > 0 && id.bucket(rows, start + ROLLOUT, BUCKETS) <= threshold))
        return total === OTHER_VARIANTS ? OTHER : row
    }
    row = rows[start + NEXT] as number
  }
  return row
}

function conditionsHold(rows: Int32Array, start: number, answers: Answers): boolean {
  for (let at = start; at < start + MOST_CONDITIONS; at++) {
    const condition = rows[at] as number
    if (condition === NO_CONDITION) return true
    if (!answers.holds(condition)) return false
  }
  return true
}

function enlarged(from: Int32Array): Int32Array<ArrayBuffer> {
  const to = new Int32Array(from.length * 2)
  to.set(from)
  return to
}
