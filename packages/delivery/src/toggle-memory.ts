import type { Result } from '@flagstaff/engine'

/** A flag that is on, in the format of the frontend API. */
export type Toggle = {
  /** With a comma at the end. */
  readonly bytes: Buffer
  /** A 128-bit hash of the bytes. */
  readonly hash: readonly [number, number, number, number]
}

/** Of the numbers of a slot: the hash comes first, then the length of the bytes. */
export const LENGTH = 4
export const WIDTH = 5

const SLOTS = 2

/**
 * The last two toggles of each place in a ruleset: the next one is usually among them, and a lookup by result costs
 * more. What every request needs is in arrays: with thousands of flags, following references is limited by memory
 * access.
 */
export class ToggleMemory {
  readonly #results: (Result | undefined)[] = []
  readonly bytes: Buffer[] = []
  numbers = new Int32Array(16 * SLOTS * WIDTH)

  /** The slot of a result. */
  find(place: number, result: Result): number | undefined {
    const slot = place * SLOTS
    if (this.#results[slot] === result) return slot
    return this.#results[slot + 1] === result ? slot + 1 : undefined
  }

  /** Replaces the older of the two, and returns its slot. */
  put(place: number, result: Result, toggle: Toggle): number {
    const slot = place * SLOTS
    this.#grow(slot + SLOTS)
    this.#move(slot, slot + 1)
    this.#results[slot] = result
    this.bytes[slot] = toggle.bytes
    this.numbers.set([...toggle.hash, toggle.bytes.length], slot * WIDTH)
    return slot
  }

  #move(from: number, to: number) {
    this.#results[to] = this.#results[from]
    this.bytes[to] = this.bytes[from] as Buffer
    this.numbers.copyWithin(to * WIDTH, from * WIDTH, (from + 1) * WIDTH)
  }

  #grow(slots: number) {
    while (this.#results.length < slots) {
      this.#results.push(undefined)
      this.bytes.push(NOTHING)
    }
    if (slots * WIDTH <= this.numbers.length) return
    const larger = new Int32Array(slots * WIDTH * 2)
    larger.set(this.numbers)
    this.numbers = larger
  }
}

const NOTHING = Buffer.alloc(0)
