import type { CompiledFlag } from './compile.ts'
import { bitOf, Membership } from './constraints.ts'
import { readField } from './context.ts'
import { ReadyId } from './ready-id.ts'
import { callerId, defaultId } from './stickiness.ts'
import { always, Rollout } from './strategies.ts'
import type { Context } from './types.ts'

/**
 * How a flag is evaluated: never on, on for everyone, by a rollout, by a rollout or the rules after it, or in a way
 * that the columns cannot express.
 */
const NEVER = 0
const ALWAYS = 1
const SHARE = 2
const FIRST = 3
const OTHER = 4

const HASH = 0
const WORD = 1
const BITS = 2
const LENGTH = 3
const THRESHOLD = 4
/** The field of the condition, if any; a bit mask of its values; whether they are included or excluded. */
const FIELD = 5
const VALUES = 6
const WANTED = 7
const WIDTH = 8

const NO_FIELD = -1
const MOST_FIELDS = 256
const BUCKETS = 100

/**
 * The numbers that most flags depend on, in typed arrays. Evaluating thousands of flags is limited by memory access,
 * and arrays of numbers are many times faster to read than objects. Flags in other forms (variants, parents, segments,
 * other conditions) are left to the caller. A change writes one place.
 */
export class Columns {
  readonly #places = new Map<string, number>()
  #flags: (CompiledFlag | undefined)[] = []
  #kinds = new Uint8Array(16)
  #numbers = new Int32Array(16 * WIDTH)
  #fields: string[] = []

  set(flag: CompiledFlag) {
    const place = this.#places.get(flag.name) ?? this.#append(flag.name)
    this.#flags[place] = flag
    this.#kinds[place] = this.#write(flag, place * WIDTH)
  }

  remove(name: string) {
    const place = this.#places.get(name)
    if (place === undefined) return
    this.#places.delete(name)
    this.#flags[place] = undefined
    this.#kinds[place] = NEVER
    if (this.#places.size < this.#flags.length / 2) this.#closeGaps()
  }

  /**
   * Visits the flags that are certainly on for this context, and those that the caller must evaluate, in insertion
   * order.
   */
  visit(context: Context, visit: (flag: CompiledFlag, isOn: boolean) => void) {
    const kinds = this.#kinds
    const flags = this.#flags
    const asker = new Asker(context, this.#fields)
    for (let place = 0; place < flags.length; place++) {
      let kind = kinds[place]
      if (kind === NEVER) continue
      if (kind === SHARE || kind === FIRST) {
        const decided = asker.decide(this.#numbers, place * WIDTH)
        kind = kind === FIRST && decided === NEVER ? OTHER : decided
      }
      if (kind === NEVER) continue
      const flag = flags[place]
      if (flag) visit(flag, kind === ALWAYS)
    }
  }

  #append(name: string): number {
    const place = this.#flags.length
    this.#places.set(name, place)
    if (place === this.#kinds.length) {
      this.#kinds = enlarged(this.#kinds, Uint8Array)
      this.#numbers = enlarged(this.#numbers, Int32Array)
    }
    return place
  }

  #write({ enabled, strategies, variants, dependencies }: CompiledFlag, start: number): number {
    if (!enabled || !strategies) return NEVER
    if (variants || dependencies.length > 0) return OTHER
    const [strategy] = strategies
    if (!strategy) return ALWAYS
    const { constraints, segments, rule } = strategy
    if (strategy.variants || segments.length > 0 || constraints.length > 1) return OTHER
    if (rule === always && constraints.length === 0) return ALWAYS
    if (!(rule instanceof Rollout) || rule.findId !== defaultId) return OTHER
    const [constraint] = constraints
    const isListed = constraint instanceof Membership
    const field = isListed ? this.#fieldOf(constraint.field) : NO_FIELD
    if (constraint && field === NO_FIELD) return OTHER
    const numbers = this.#numbers
    numbers[start + HASH] = rule.hash
    numbers[start + WORD] = rule.word
    numbers[start + BITS] = rule.bits
    numbers[start + LENGTH] = rule.length
    numbers[start + THRESHOLD] = Math.min(BUCKETS, Math.floor(rule.threshold))
    numbers[start + FIELD] = field
    numbers[start + VALUES] = isListed ? constraint.bits : 0
    numbers[start + WANTED] = isListed && constraint.wanted ? 1 : 0
    return strategies.length > 1 ? FIRST : SHARE
  }

  #fieldOf(name: string): number {
    const known = this.#fields.indexOf(name)
    if (known >= 0) return known
    return this.#fields.length < MOST_FIELDS ? this.#fields.push(name) - 1 : NO_FIELD
  }

  #closeGaps() {
    const kept = this.#flags.filter((flag) => flag !== undefined)
    this.#places.clear()
    this.#flags = []
    this.#fields = []
    for (const flag of kept) this.set(flag)
  }
}

/** The context; each field is read when the first rule needs it. */
class Asker {
  readonly #context: Context
  readonly #fields: readonly string[]
  readonly #id: ReadyId | undefined
  /** The bit of each field that was read; 0 if it is missing. */
  readonly #bits: (number | undefined)[]

  constructor(context: Context, fields: readonly string[]) {
    this.#context = context
    this.#fields = fields
    this.#id = ReadyId.of(callerId(context) ?? '')
    this.#bits = new Array(fields.length)
  }

  decide(numbers: Int32Array, start: number): number {
    const field = numbers[start + FIELD] as number
    if (field !== NO_FIELD) {
      // The value may be in the list: the list has to be read.
      if (((numbers[start + VALUES] as number) & this.#bitOf(field)) !== 0) return OTHER
      if (numbers[start + WANTED] === 1) return NEVER
    }
    const id = this.#id
    if (!id) return OTHER
    const bucket = id.bucket(
      numbers[start + HASH] as number,
      numbers[start + WORD] as number,
      numbers[start + BITS] as number,
      numbers[start + LENGTH] as number,
      BUCKETS,
    )
    return bucket <= (numbers[start + THRESHOLD] as number) ? ALWAYS : NEVER
  }

  #bitOf(field: number): number {
    const known = this.#bits[field]
    if (known !== undefined) return known
    const text = readField(this.#context, this.#fields[field] ?? '')
    const bit = text === undefined ? 0 : bitOf(text)
    this.#bits[field] = bit
    return bit
  }
}

function enlarged<T extends Uint8Array | Int32Array>(from: T, Type: new (length: number) => T): T {
  const to = new Type(from.length * 2)
  to.set(from)
  return to
}
