import { avalanche, mixScrambled, scramble } from './murmur.ts'

/**
 * An id that is hashed with many groups. The length of a group determines how the bytes of the id are aligned to words,
 * so they are laid out and scrambled once for each of the four alignments.
 */
export class ReadyId {
  readonly #length: number
  /** Words per row. */
  readonly #width: number
  /** Four rows. The first word of each is raw, since it is joined with the remaining bits of the group. */
  readonly #words: Int32Array

  /** Undefined for empty ids and for ids that are not ASCII. */
  static of(id: string): ReadyId | undefined {
    if (id === '') return undefined
    for (let index = 0; index < id.length; index++) if (id.charCodeAt(index) > 0x7f) return undefined
    return new ReadyId(id)
  }

  private constructor(id: string) {
    this.#length = id.length
    this.#width = ((id.length + 3) >>> 2) + 1
    this.#words = new Int32Array(4 * this.#width)
    for (let place = 0; place < 4; place++) this.#layOut(id, place)
  }

  #layOut(id: string, place: number) {
    const words = this.#words
    const start = place * this.#width
    for (let index = 0; index < id.length; index++) {
      const byte = place + index
      words[start + (byte >>> 2)] =
        (words[start + (byte >>> 2)] ?? 0) | (id.charCodeAt(index) << ((byte & 3) << 3))
    }
    for (let at = start + 1; at < start + this.#width; at++) words[at] = scramble(words[at] ?? 0)
  }

  /** Like `bucketOf`, after the group whose hash, remaining word, its bits and the length are in `groups` from `at`. */
  bucket(groups: Int32Array, at: number, modulus: number): number {
    const [words, length] = [this.#words, this.#length]
    const bits = groups[at + 2] as number
    const start = (bits >>> 3) * this.#width
    const total = bits + (length << 3)
    const full = total >>> 5
    const first = (groups[at + 1] as number) | (words[start] as number)
    let hash = groups[at] as number
    if (full === 0) hash ^= scramble(first)
    else {
      hash = mixScrambled(hash, scramble(first))
      for (let word = start + 1; word < start + full; word++) hash = mixScrambled(hash, words[word] as number)
      if ((total & 31) !== 0) hash ^= words[start + full] as number
    }
    // Two unsigned integers have a remainder in integers; otherwise V8 computes it in floating point, far more slowly.
    return (avalanche(hash ^ ((groups[at + 3] as number) + length)) % (modulus >>> 0)) + 1
  }
}
