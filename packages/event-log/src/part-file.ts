import { createHash } from 'node:crypto'
import { isLinked, type LinkedEvent } from './chain.ts'

// The file of a part of the event log: a line for where it starts, a line for each event, and a line for where it ends.
// `tags`, `data` and `preData` are JSON texts inside JSON strings, byte for byte what was digested.

export const FORMAT = 'flagstaff event log 1'

/** The first and the last event of a part. */
export type Span = { first: number; last: number }
type Start = Span & { hashBefore: Buffer }

/**
 * The text of the file, in pieces. Every event is verified on the way; if one is missing or was changed, the file ends
 * there, and its last line says so.
 */
export async function* writePart(
  { first, last, hashBefore }: Start,
  pages: AsyncIterable<readonly LinkedEvent[]>,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ format: FORMAT, first, last, hashBefore: hashBefore.toString('hex') })}\n`
  let before = hashBefore
  let next = first
  for await (const page of pages) {
    let text = ''
    for (const event of page) {
      if (event.revision !== next || !isLinked(before, event)) {
        yield `${text}${JSON.stringify({ brokenAt: next })}\n`
        return
      }
      text += `${toLine(event)}\n`
      before = event.hash
      next += 1
    }
    yield text
  }
  if (next <= last) yield `${JSON.stringify({ brokenAt: next })}\n`
  else yield `${JSON.stringify({ events: next - first, lastHash: before.toString('hex') })}\n`
}

const toLine = ({ digest, hash, ...event }: LinkedEvent) =>
  JSON.stringify({ ...event, digest: digest.toString('hex'), hash: hash.toString('hex') })
    // Some programs take these for the end of a line.
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')

const fromLine = (line: string): LinkedEvent => {
  const { digest, hash, ...event } = JSON.parse(line)
  return { ...event, digest: Buffer.from(digest, 'hex'), hash: Buffer.from(hash, 'hex') }
}

export type CheckedPart = Span & {
  events: number
  /** Of the event before the part, and of its last event. */
  hashBefore: string
  lastHash: string
  /** The SHA-256 of the uncompressed text. */
  sha256: string
}

/** Verifies a file of a part, given in pieces. Throws an error that says what is wrong with it. */
export async function checkPart(
  pieces: AsyncIterable<string>,
  onEvent?: (done: number, all: number) => void,
): Promise<CheckedPart> {
  const digest = createHash('sha256')
  let start: Start | undefined
  let end: { events?: number; lastHash?: string } | undefined
  let before: Buffer = Buffer.alloc(0)
  let next = 0
  for await (const line of linesOf(pieces)) {
    digest.update(`${line}\n`)
    if (end) throw new Error('The file goes on after its last line.')
    if (!start) {
      start = readStart(line)
      next = start.first
      before = start.hashBefore
    } else if (line.startsWith('{"revision":')) {
      const event = parsed(fromLine, line, next)
      if (event.revision !== next || !isLinked(before, event))
        throw new Error(`The event ${next} is missing or was changed.`)
      before = event.hash
      next += 1
      onEvent?.(next - start.first, start.last - start.first + 1)
    } else end = readEnd(line, next)
  }
  if (!start) throw new Error('The file is empty.')
  const events = next - start.first
  const lastHash = before.toString('hex')
  if (!end || end.events !== events || end.lastHash !== lastHash || next !== start.last + 1)
    throw new Error(`The file ends early, after ${events} events. Download it again.`)
  const { first, last, hashBefore } = start
  return {
    first,
    last,
    events,
    hashBefore: hashBefore.toString('hex'),
    lastHash,
    sha256: digest.digest('hex'),
  }
}

function readStart(line: string): Start {
  const { format, first, last, hashBefore } = parsed(JSON.parse, line, 0)
  const isPart =
    format === FORMAT && Number.isSafeInteger(first) && Number.isSafeInteger(last) && isHash(hashBefore)
  if (!isPart) throw new Error('This is not a file of the event log.')
  return { first, last, hashBefore: Buffer.from(hashBefore, 'hex') }
}

function readEnd(line: string, next: number) {
  const end = parsed(JSON.parse, line, next)
  if (end?.brokenAt !== undefined)
    throw new Error(`The event ${end.brokenAt} was missing or changed when the file was written.`)
  return end
}

const isHash = (text: unknown) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text)

function parsed<T>(parse: (line: string) => T, line: string, next: number): T {
  try {
    return parse(line)
  } catch {
    throw new Error(next === 0 ? 'This is not a file of the event log.' : `The event ${next} cannot be read.`)
  }
}

async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}
