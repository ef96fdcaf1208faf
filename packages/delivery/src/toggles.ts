import { hash } from 'node:crypto'
import {
  type CompiledFlag,
  type Context,
  evaluateOn,
  type Flag,
  type Result,
  type Ruleset,
} from '@flagstaff/engine'
import { projectsOf } from './admission.ts'
import type { Store, Token } from './store.ts'

/** A flag that is on, in the format of the frontend API. */
type Toggle = {
  /** With a comma at the end. */
  readonly bytes: Buffer
  /** A 128-bit hash of the bytes. */
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
}

/** The flags that are on for this context, within the scope of the token. */
export function togglesFor(store: Store, token: Token, context: Context): Toggles {
  const { ruleset } = store.environment(token.environment)
  const memory = memoryOf(ruleset)
  const toggles = new Toggles()
  const at = { now: Date.now(), random: Math.random }
  evaluateOn({ ruleset, context, at, filter: filterOf(token) }, (flag, result, place) => {
    const last = memory[place]
    if (last !== undefined && last.result === result) toggles.add(last.toggle)
    else toggles.add(recall(memory, place, flag, result))
  })
  return toggles
}

const filters = new WeakMap<Token, (flag: Flag) => boolean>()

/** Undefined if the token can see all projects. */
function filterOf(token: Token): ((flag: Flag) => boolean) | undefined {
  const projects = projectsOf(token)
  if (projects === '*') return undefined
  const known = filters.get(token)
  if (known) return known
  const scope = new Set(projects)
  const filter = (flag: Flag) => scope.has(flag.project ?? '')
  filters.set(token, filter)
  return filter
}

/**
 * The last two toggles of each place in a ruleset: the next one is usually among them, and a lookup by result costs
 * more.
 */
type Recent = { result: Result; toggle: Toggle; other: Recent | undefined }
type Memory = (Recent | undefined)[]
const memories = new WeakMap<Ruleset, Memory>()

function memoryOf(ruleset: Ruleset): Memory {
  const known = memories.get(ruleset)
  if (known) return known
  const fresh: Memory = []
  memories.set(ruleset, fresh)
  return fresh
}

function recall(memory: Memory, place: number, flag: CompiledFlag, result: Result): Toggle {
  const last = memory[place]
  if (last?.other?.result === result) return last.other.toggle
  const toggle = toggleOf(flag.name, result)
  memory[place] = { result, toggle, other: last && { ...last, other: undefined } }
  return toggle
}

/** Cache: results are shared between evaluations, so each is serialised and hashed once. */
const known = new WeakMap<Result, Toggle>()

function toggleOf(name: string, result: Result): Toggle {
  const found = known.get(result)
  if (found) return found
  const { variant, impressionData } = result
  const text = JSON.stringify({ name, enabled: true, variant, impressionData })
  const digest = hash('sha256', text, 'buffer')
  const part = (index: number) => digest.readInt32LE(index * 4)
  const bytes = Buffer.from(`${text},`)
  const toggle: Toggle = { bytes, a: part(0), b: part(1), c: part(2), d: part(3) }
  known.set(result, toggle)
  return toggle
}

const START = Buffer.from('{"toggles":[')
const END = Buffer.from(']}')

/** The toggles of one response. */
export class Toggles {
  readonly #list: Toggle[] = []
  #length = START.length + END.length
  /** The sum of the hashes: the same for the same toggles in any order, so on every server. */
  #a = 0
  #b = 0
  #c = 0
  #d = 0

  add(toggle: Toggle) {
    this.#list.push(toggle)
    this.#length += toggle.bytes.length
    this.#a = (this.#a + toggle.a) | 0
    this.#b = (this.#b + toggle.b) | 0
    this.#c = (this.#c + toggle.c) | 0
    this.#d = (this.#d + toggle.d) | 0
  }

  /** 128 bits: long enough that users with the same tag can share a body. Hashing the body would cost more than this. */
  tag(): string {
    return `W/"${digits(this.#a)}${digits(this.#b)}${digits(this.#c)}${digits(this.#d)}"`
  }

  /** Two of the four numbers in the tag. */
  get marks(): readonly [number, number] {
    return [this.#a, this.#b]
  }

  /** The response body. */
  body(): Buffer {
    const list = this.#list
    const count = list.length
    // The comma after the last toggle is overwritten.
    const body = Buffer.allocUnsafe(this.#length - (count > 0 ? 1 : 0))
    body.set(START)
    let at = START.length
    for (let index = 0; index < count; index++) {
      const { bytes } = list[index] as Toggle
      body.set(bytes, at)
      at += bytes.length
    }
    body.set(END, count > 0 ? at - 1 : at)
    return body
  }
}

/** Always the same length, so that tags cannot be ambiguous. */
const digits = (number: number) => (number >>> 0).toString(36).padStart(7, '0')
