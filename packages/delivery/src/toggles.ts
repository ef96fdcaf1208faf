import { type Context, evaluateOn, type Flag, type Ruleset } from '@flagstaff/engine'
import { projectsOf } from './admission.ts'
import type { Store, Token } from './store.ts'
import { LENGTH, ToggleMemory, WIDTH } from './toggle-memory.ts'
import { toggleOf } from './written-toggles.ts'

/** The flags that are on for this context, within the scope of the token. */
export function togglesFor(store: Store, token: Token, context: Context): Toggles {
  const { ruleset } = store.environment(token.environment)
  const memory = memoryOf(ruleset)
  const toggles = new Toggles()
  const at = { now: Date.now(), random: Math.random }
  evaluateOn({ ruleset, context, at, filter: filterOf(token) }, (flag, result, place) => {
    toggles.add(memory, memory.find(place, result) ?? memory.put(place, result, toggleOf(flag.name, result)))
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

const memories = new WeakMap<Ruleset, ToggleMemory>()

function memoryOf(ruleset: Ruleset): ToggleMemory {
  const known = memories.get(ruleset)
  if (known) return known
  const fresh = new ToggleMemory()
  memories.set(ruleset, fresh)
  return fresh
}

/** Only used while a tag is made. */
const HASH = Buffer.alloc(16)

const START = Buffer.from('{"toggles":[')
const END = Buffer.from(']}')

/** The toggles of one response. */
export class Toggles {
  readonly #list: Buffer[] = []
  #length = START.length + END.length
  /** The sum of the hashes: the same for the same toggles in any order, so on every server. */
  #a = 0
  #b = 0
  #c = 0
  #d = 0

  add({ bytes, numbers }: ToggleMemory, slot: number) {
    const at = slot * WIDTH
    this.#list.push(bytes[slot] as Buffer)
    this.#a = (this.#a + (numbers[at] as number)) | 0
    this.#b = (this.#b + (numbers[at + 1] as number)) | 0
    this.#c = (this.#c + (numbers[at + 2] as number)) | 0
    this.#d = (this.#d + (numbers[at + 3] as number)) | 0
    this.#length += numbers[at + LENGTH] as number
  }

  /** 128 bits: long enough that users with the same tag can share a body. Hashing the body would cost more than this. */
  tag(): string {
    HASH.writeInt32LE(this.#a, 0)
    HASH.writeInt32LE(this.#b, 4)
    HASH.writeInt32LE(this.#c, 8)
    HASH.writeInt32LE(this.#d, 12)
    return `W/"${HASH.toString('base64url')}"`
  }

  /** Two of the four numbers in the tag. */
  get marks(): readonly [number, number] {
    return [this.#a, this.#b]
  }

  /** The length of the response body. */
  get length(): number {
    // The comma after the last toggle is overwritten.
    return this.#length - (this.#list.length > 0 ? 1 : 0)
  }

  /** The response body, at the start of a buffer that is large enough. */
  body(buffer: Buffer = Buffer.allocUnsafe(this.length)): Buffer {
    const list = this.#list
    const count = list.length
    buffer.set(START)
    let at = START.length
    for (let index = 0; index < count; index++) {
      const bytes = list[index] as Buffer
      buffer.set(bytes, at)
      at += bytes.length
    }
    buffer.set(END, count > 0 ? at - 1 : at)
    return buffer.length === this.length ? buffer : buffer.subarray(0, this.length)
  }
}
