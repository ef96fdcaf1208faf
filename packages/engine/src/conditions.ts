import type { CompiledSegment } from './compile.ts'
import { allHold, type CompiledConstraint, conditionKey, Membership } from './constraints.ts'
import type { Context } from './types.ts'
import { ValueIndex } from './value-index.ts'

type Condition = {
  holds(context: Context, now: number): boolean
  /** Undefined if it is not shared. */
  key: string | undefined
  regex?: CompiledConstraint['regex']
  /** The constraint, if its values are in the index. */
  indexed?: Membership | undefined
  uses: number
}

/** The index takes more memory than the lists, so longer ones are searched when they are tested. */
const MOST_INDEXED = 100

const UNKNOWN = 0
const YES = 1
const NO = 2

/**
 * The distinct constraints and segments that rules refer to, by number: many flags have the same ones, and each is
 * tested once per evaluation of all flags.
 */
export class Conditions {
  readonly #segments: ReadonlyMap<number, CompiledSegment>
  readonly #shared = new Map<string, number>()
  readonly #free: number[] = []
  readonly #all: (Condition | undefined)[] = []
  readonly #index = new ValueIndex()
  /** The answers for a context whose values are in no list. */
  #unlisted = new Uint8Array(16)
  #spare: Uint8Array | undefined

  constructor(segments: ReadonlyMap<number, CompiledSegment>) {
    this.#segments = segments
  }

  /** The number of a constraint, until it is released. */
  ofConstraint(constraint: CompiledConstraint): number {
    const key = conditionKey(constraint.source)
    const known = this.#use(key)
    if (known !== undefined && this.#all[known]?.regex === constraint.regex) return known
    if (known !== undefined) this.release(known)
    return this.#add({
      holds: (context, now) => constraint.holds(context, now),
      key: known === undefined ? key : undefined,
      regex: constraint.regex,
      indexed:
        constraint instanceof Membership && constraint.values.size <= MOST_INDEXED ? constraint : undefined,
      uses: 1,
    })
  }

  /** Segments are looked up when they are tested, so that changing one costs nothing here. */
  ofSegment(id: number): number {
    const key = `${id}`
    return (
      this.#use(key) ??
      this.#add({
        holds: (context, now) => {
          const segment = this.#segments.get(id)
          return segment !== undefined && allHold(segment.constraints, context, now)
        },
        key,
        uses: 1,
      })
    )
  }

  release(number: number) {
    const condition = this.#all[number]
    if (!condition || --condition.uses > 0) return
    const { key, indexed } = condition
    if (key !== undefined) this.#shared.delete(key)
    if (indexed) this.#index.remove(indexed.field, indexed.values, number)
    this.#all[number] = undefined
    this.#free.push(number)
  }

  /** The answers for one context, until they are put back. */
  answer(context: Context, now: number): Answers {
    const known = this.#spare ?? new Uint8Array(this.#unlisted.length)
    this.#spare = undefined
    known.set(this.#unlisted)
    this.#index.visit(context, (number) => {
      known[number] = known[number] === YES ? NO : YES
    })
    return new Answers({ conditions: this, known, context, now })
  }

  /** For the next evaluation: allocating them takes longer than filling them. */
  putBack({ known }: Answers) {
    if (known.length === this.#unlisted.length) this.#spare = known
  }

  test(number: number, context: Context, now: number): boolean {
    return this.#all[number]?.holds(context, now) ?? false
  }

  #use(key: string | undefined): number | undefined {
    const number = key === undefined ? undefined : this.#shared.get(key)
    const condition = number === undefined ? undefined : this.#all[number]
    if (condition) condition.uses++
    return number
  }

  #add(condition: Condition): number {
    const { key, indexed } = condition
    const number = this.#free.pop() ?? this.#all.length
    this.#all[number] = condition
    if (key !== undefined) this.#shared.set(key, number)
    if (number === this.#unlisted.length) this.#enlarge()
    this.#unlisted[number] = indexed ? (indexed.wanted ? NO : YES) : UNKNOWN
    if (indexed) this.#index.add(indexed.field, indexed.values, number)
    return number
  }

  #enlarge() {
    const larger = new Uint8Array(this.#unlisted.length * 2)
    larger.set(this.#unlisted)
    this.#unlisted = larger
    this.#spare = undefined
  }
}

type Asked = { conditions: Conditions; known: Uint8Array; context: Context; now: number }

/** Whether conditions hold for one context. Those that the index does not answer are tested when they are first needed. */
export class Answers {
  readonly known: Uint8Array
  readonly #conditions: Conditions
  readonly #context: Context
  readonly #now: number

  constructor({ conditions, known, context, now }: Asked) {
    this.#conditions = conditions
    this.#context = context
    this.#now = now
    this.known = known
  }

  holds(number: number): boolean {
    const known = this.known[number]
    if (known !== UNKNOWN) return known === YES
    const holds = this.#conditions.test(number, this.#context, this.#now)
    this.known[number] = holds ? YES : NO
    return holds
  }
}
