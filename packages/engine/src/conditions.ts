import type { CompiledSegment } from './compile.ts'
import { allHold, bitOf, type CompiledConstraint, conditionKey, Membership } from './constraints.ts'
import { readField } from './context.ts'
import type { Context } from './types.ts'

type Condition = {
  holds(context: Context, now: number): boolean
  /** Undefined if it is not shared. */
  key: string | undefined
  regex?: CompiledConstraint['regex']
  uses: number
}

/** The field of a list, if it is one; a bit mask of its values; whether they are included or excluded. */
const FIELD = 0
const VALUES = 1
const WANTED = 2
const WIDTH = 3

const NO_FIELD = -1
const MOST_FIELDS = 256

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
  readonly all: (Condition | undefined)[] = []
  readonly fields: string[] = []
  numbers = new Int32Array(16 * WIDTH)

  constructor(segments: ReadonlyMap<number, CompiledSegment>) {
    this.#segments = segments
  }

  /** The number of a constraint, until it is released. */
  ofConstraint(constraint: CompiledConstraint): number {
    const key = conditionKey(constraint.source)
    const known = this.#use(key)
    if (known !== undefined && this.all[known]?.regex === constraint.regex) return known
    if (known !== undefined) this.release(known)
    const holds = (context: Context, now: number) => constraint.holds(context, now)
    const shared = known === undefined ? key : undefined
    const number = this.#add({ holds, key: shared, regex: constraint.regex, uses: 1 })
    if (constraint instanceof Membership) this.#describe(number, constraint)
    return number
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
    const condition = this.all[number]
    if (!condition || --condition.uses > 0) return
    if (condition.key !== undefined) this.#shared.delete(condition.key)
    this.all[number] = undefined
    this.#free.push(number)
  }

  #use(key: string | undefined): number | undefined {
    const number = key === undefined ? undefined : this.#shared.get(key)
    const condition = number === undefined ? undefined : this.all[number]
    if (condition) condition.uses++
    return number
  }

  #add(condition: Condition): number {
    const number = this.#free.pop() ?? this.all.length
    this.all[number] = condition
    if (condition.key !== undefined) this.#shared.set(condition.key, number)
    if (this.all.length * WIDTH > this.numbers.length) this.numbers = enlarged(this.numbers)
    this.numbers[number * WIDTH + FIELD] = NO_FIELD
    return number
  }

  #describe(number: number, { field, bits, wanted }: Membership) {
    const start = number * WIDTH
    this.numbers[start + FIELD] = this.#fieldOf(field)
    this.numbers[start + VALUES] = bits
    this.numbers[start + WANTED] = wanted ? 1 : 0
  }

  #fieldOf(name: string): number {
    const known = this.fields.indexOf(name)
    if (known >= 0) return known
    return this.fields.length < MOST_FIELDS ? this.fields.push(name) - 1 : NO_FIELD
  }
}

/** Whether conditions hold for one context. Each is tested when it is first needed, and each field is read once. */
export class Answers {
  readonly #conditions: Conditions
  readonly #numbers: Int32Array
  readonly #context: Context
  readonly #now: number
  readonly #known: Uint8Array
  /** The bit of each field that was read; 0 if it is missing. */
  readonly #bits: (number | undefined)[]

  constructor(conditions: Conditions, context: Context, now: number) {
    this.#conditions = conditions
    this.#numbers = conditions.numbers
    this.#context = context
    this.#now = now
    this.#known = new Uint8Array(conditions.all.length)
    this.#bits = new Array(conditions.fields.length)
  }

  holds(number: number): boolean {
    const known = this.#known[number]
    if (known !== UNKNOWN) return known === YES
    const holds = this.#test(number)
    this.#known[number] = holds ? YES : NO
    return holds
  }

  #test(number: number): boolean {
    const start = number * WIDTH
    const field = this.#numbers[start + FIELD] as number
    // A value without its bit is not in the list. Otherwise the list has to be read.
    if (field !== NO_FIELD && ((this.#numbers[start + VALUES] as number) & this.#bitOf(field)) === 0)
      return this.#numbers[start + WANTED] === 0
    return this.#conditions.all[number]?.holds(this.#context, this.#now) ?? false
  }

  #bitOf(field: number): number {
    const known = this.#bits[field]
    if (known !== undefined) return known
    const text = readField(this.#context, this.#conditions.fields[field] ?? '')
    const bit = text === undefined ? 0 : bitOf(text)
    this.#bits[field] = bit
    return bit
  }
}

export function enlarged(from: Int32Array): Int32Array<ArrayBuffer> {
  const to = new Int32Array(from.length * 2)
  to.set(from)
  return to
}
