/** Intermediate state of a hash: full words are mixed in, `word` holds the remaining `bits`. */
export type Absorbed = {
  readonly hash: number
  readonly word: number
  readonly bits: number
  readonly length: number
}

/**
 * MurmurHash3 (x86, 32 bits) of the UTF-8 bytes of a text, unsigned.
 *
 * ```ts
 * murmur3('test') // 0xba6bd213
 * ```
 */
export function murmur3(text: string, seed = 0): number {
  return finish(absorb(seeded(seed), text))
}

/**
 * The bucket of an id within a group: 1 up to and including `modulus`.
 *
 * ```ts
 * normalizedHash('123', 'gr1', 100) // 73: on from a rollout of 73 %
 * ```
 */
export function normalizedHash(id: string, group: string, modulus: number, seed = 0): number {
  return bucketOf(hashGroup(group, seed), id, modulus)
}

/** The part of the hash that does not depend on the id, computed once per rule. */
export function hashGroup(group: string, seed: number): Absorbed {
  return absorb(seeded(seed), `${group}:`)
}

export function bucketOf(group: Absorbed, id: string, modulus: number): number {
  return (finish(absorb(group, id)) % modulus) + 1
}

function seeded(seed: number): Absorbed {
  return { hash: seed | 0, word: 0, bits: 0, length: 0 }
}

function absorb(from: Absorbed, text: string): Absorbed {
  let { hash, word, bits } = from
  const end = text.length
  for (let index = 0; index < end; index++) {
    const unit = text.charCodeAt(index)
    if (unit > 0x7f) return absorbRest({ hash, word, bits, length: from.length + index }, text, index)
    word |= unit << bits
    bits += 8
    if (bits === 32) {
      hash = mix(hash, word)
      word = 0
      bits = 0
    }
  }
  return { hash, word, bits, length: from.length + end }
}

/** Continues at the first character that is not ASCII. */
function absorbRest(from: Absorbed, text: string, start: number): Absorbed {
  let { hash, word, bits, length } = from
  for (let index = start; index < text.length; index++) {
    const code = text.codePointAt(index) ?? 0
    if (code > 0xffff) index++
    const unit = code < 0x80 ? code : utf8(code)
    const width = code < 0x80 ? 8 : code < 0x800 ? 16 : code < 0x10000 ? 24 : 32
    word |= unit << bits
    bits += width
    length += width >>> 3
    if (bits >= 32) {
      hash = mix(hash, word)
      bits -= 32
      // A shift by 32 would be a shift by 0, so handle no remaining bits separately.
      word = bits === 0 ? 0 : unit >>> (width - bits)
    }
  }
  return { hash, word, bits, length }
}

/** The UTF-8 bytes of a code point above ASCII, first byte lowest; a lone surrogate becomes U+FFFD. */
function utf8(code: number): number {
  if (code < 0x800) return 0xc0 | (code >>> 6) | (tail(code) << 8)
  if (code >= 0xd800 && code < 0xe000) return 0xbdbfef
  if (code < 0x10000) return 0xe0 | (code >>> 12) | (tail(code >>> 6) << 8) | (tail(code) << 16)
  return 0xf0 | (code >>> 18) | (tail(code >>> 12) << 8) | (tail(code >>> 6) << 16) | (tail(code) << 24)
}

function tail(code: number): number {
  return 0x80 | (code & 0x3f)
}

function mix(hash: number, word: number): number {
  return mixScrambled(hash, scramble(word))
}

export function mixScrambled(hash: number, scrambled: number): number {
  const mixed = hash ^ scrambled
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0
}

export function scramble(word: number): number {
  const product = Math.imul(word, 0xcc9e2d51)
  return Math.imul((product << 15) | (product >>> 17), 0x1b873593)
}

function finish({ hash, word, bits, length }: Absorbed): number {
  return avalanche((bits === 0 ? hash : hash ^ scramble(word)) ^ length)
}

export function avalanche(hash: number): number {
  let result = hash
  result = Math.imul(result ^ (result >>> 16), 0x85ebca6b)
  result = Math.imul(result ^ (result >>> 13), 0xc2b2ae35)
  return (result ^ (result >>> 16)) >>> 0
}
