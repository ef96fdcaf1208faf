import { isOfImport, isSameChange, MOST_SINGLE } from '../providers/message.ts'
import type { Provider, SentEvent } from '../providers/types.ts'

const MOST_WAITING = 20
const MOST_LINES = 20
const MOST_STREAMED = 500
const MOST_BYTES = 1_000_000

/**
 * Which events are sent together. Every list is one send, in order. For chats the events of a large change are one
 * message, and if many messages wait, they are joined.
 */
export function formSends(
  kind: Provider['kind'],
  events: readonly SentEvent[],
  { batch }: { batch: number },
): SentEvent[][] {
  if (kind === 'event') return chunks(events, Math.max(1, batch))
  if (kind === 'stream') return bySize(events)
  const messages = byChange(events).flatMap((change) =>
    change.length > MOST_SINGLE ? [change] : change.map((event) => [event]),
  )
  return messages.length > MOST_WAITING ? join(messages) : messages
}

const chunks = (events: readonly SentEvent[], size: number): SentEvent[][] =>
  Array.from({ length: Math.ceil(events.length / size) }, (_, index) =>
    events.slice(index * size, (index + 1) * size),
  )

function byChange(events: readonly SentEvent[]): SentEvent[][] {
  const changes: SentEvent[][] = []
  for (const event of events) {
    const current = changes.at(-1)
    const [first] = current ?? []
    if (current && first && isSameChange(first, event)) current.push(event)
    else changes.push([event])
  }
  return changes
}

/** Small messages share one, with a line for each event. Large changes stay alone. */
function join(messages: readonly SentEvent[][]): SentEvent[][] {
  const joined: SentEvent[][] = []
  for (const message of messages) {
    const current = joined.at(-1)
    const isSmall = message.length <= MOST_SINGLE
    if (current && isSmall && current.length + message.length <= MOST_LINES) current.push(...message)
    else joined.push([...message])
  }
  return joined
}

function bySize(events: readonly SentEvent[]): SentEvent[][] {
  const sends: SentEvent[][] = []
  let bytes = 0
  for (const event of events) {
    const size = Buffer.byteLength(JSON.stringify(event))
    const current = sends.at(-1)
    if (current && current.length < MOST_STREAMED && bytes + size <= MOST_BYTES) {
      current.push(event)
      bytes += size
    } else {
      sends.push([event])
      bytes = size
    }
  }
  return sends
}

/**
 * Drops the last change of a full page, since more of it may follow. Undefined if the page is one change: then more
 * must be read.
 */
export function wholeChanges(page: readonly SentEvent[]): SentEvent[] | undefined {
  const last = page.at(-1)
  if (!last) return []
  const end = page.findLastIndex((event) => !isSameChange(event, last))
  return end < 0 ? undefined : page.slice(0, end + 1)
}

/** An import that has ended without its last part: nothing came for this long. */
const IMPORT_QUIET_MS = 10_000

/** The newest events without those of an import that is still running, so that it becomes one message. */
export function withoutOpenImport(events: readonly SentEvent[], now: Date): readonly SentEvent[] {
  const last = events.at(-1)
  if (!last || !isOfImport(last) || last.type === 'features-imported') return events
  const age = now.getTime() - Date.parse(last.createdAt)
  if (age < 0 || age > IMPORT_QUIET_MS) return events
  return events.slice(0, events.findLastIndex((event) => !isSameChange(event, last)) + 1)
}
