import { chooseEncoding, compress, type Encoding } from './encodings.ts'
import type { Toggles } from './toggles.ts'

/** The bytes to send. */
export type Answer = { bytes: Buffer; encoding: Encoding }

type Kept = {
  environment: string
  tag: string
  identity: Answer
  encoded: Map<Encoding, Answer | 'pending'>
  size: number
  /** Whether it was sent since it was last considered for removal. */
  used: boolean
}

const MOST_BYTES = 64 * 1024 * 1024
/** The objects around the bytes of a body. */
const OVERHEAD = 600
/** More would delay other work of the thread pool. */
const MOST_PENDING = 2
const SLOTS = 1 << 16

export type KeptAnswers = ReturnType<typeof createKeptAnswers>
type Options = { mostBytes?: number; compress?: typeof compress }

/**
 * Bodies of the frontend API that were sent before. A body is kept when it is sent for the second time, and compressed
 * when it is sent again: most bodies are for one user, who gets them once.
 */
export function createKeptAnswers(options: Options = {}) {
  const { mostBytes = MOST_BYTES, compress: pack = compress } = options
  const environments = new Map<string, Map<string, Kept>>()
  const queue = new Set<Kept>()
  const seen = new Int32Array(SLOTS)
  let bytes = 0
  let pending = 0

  /** Exact enough: for a wrong guess, a body is kept too early or too late. */
  const wasSeen = ([slot, mark]: readonly [number, number]): boolean => {
    const at = slot & (SLOTS - 1)
    if (seen[at] === mark) return true
    seen[at] = mark
    return false
  }
  const remove = (kept: Kept) => {
    queue.delete(kept)
    bytes -= kept.size
    const tags = environments.get(kept.environment)
    tags?.delete(kept.tag)
    if (tags?.size === 0) environments.delete(kept.environment)
  }
  const shrink = () => {
    for (const oldest of queue) {
      if (bytes <= mostBytes) return
      if (!oldest.used) remove(oldest)
      else {
        oldest.used = false
        queue.delete(oldest)
        queue.add(oldest)
      }
    }
  }
  const grow = (kept: Kept, by: number) => {
    kept.size += by
    bytes += by
    shrink()
  }
  const keep = (environment: string, tag: string, bytes: Buffer) => {
    const identity: Answer = { bytes: copyOf(bytes), encoding: 'identity' }
    const kept: Kept = { environment, tag, identity, encoded: new Map(), size: 0, used: false }
    const tags = environments.get(environment) ?? new Map<string, Kept>()
    environments.set(environment, tags.set(tag, kept))
    queue.add(kept)
    grow(kept, bytes.length + OVERHEAD)
  }
  const packed = async (kept: Kept, encoding: Exclude<Encoding, 'identity'>) => {
    pending += 1
    kept.encoded.set(encoding, 'pending')
    try {
      const answer = { bytes: alone(await pack(kept.identity.bytes, encoding)), encoding }
      kept.encoded.set(encoding, answer)
      if (queue.has(kept)) grow(kept, answer.bytes.length)
    } catch {
      kept.encoded.delete(encoding)
    }
    pending -= 1
  }
  /** Nobody waits for a compression: until it is ready, the body is sent as it is. */
  const encode = (kept: Kept, accept: string | undefined): Answer => {
    const encoding = chooseEncoding(accept, kept.identity.bytes.length)
    if (encoding === 'identity') return kept.identity
    const known = kept.encoded.get(encoding)
    if (known === undefined && pending < MOST_PENDING) void packed(kept, encoding)
    return typeof known === 'object' ? known : kept.identity
  }
  return {
    find(environment: string, tag: string, accept: string | undefined): Answer | undefined {
      const kept = environments.get(environment)?.get(tag)
      if (!kept) return undefined
      kept.used = true
      return encode(kept, accept)
    },
    /** Call this when a body is sent that was not found. */
    sent(environment: string, toggles: Toggles, { tag, bytes }: { tag: string; bytes: Buffer }) {
      if (wasSeen(toggles.marks)) keep(environment, tag, bytes)
    },
    get bytes() {
      return bytes
    },
    get count() {
      return queue.size
    },
  }
}

/** Buffers can be part of a larger one, which would stay in memory with them. */
const alone = (bytes: Buffer): Buffer => (bytes.buffer.byteLength === bytes.length ? bytes : copyOf(bytes))

function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  return copy
}
