import { PassThrough, type Readable } from 'node:stream'
import { type Caller, sees } from '../platform/actor.ts'
import { AppError } from '../platform/errors.ts'
import { type Change, mayHide, mayKnow, type Start, toMessage } from './rules.ts'

/** Whoever listens: as what, and how to find out whether that still holds. */
export type Listener = { caller: Caller; credential: string; identify(): Promise<Caller | undefined> }

/** One open stream. */
export type Client = ReturnType<typeof openClient>

/** A reader that is this far behind is dropped; it comes back and goes on where it was. */
const MOST_WAITING_BYTES = 256 * 1024
const GRACE_MS = 500

export function openClient(listener: Listener, { position, greeting }: Start, now: number) {
  const stream = new PassThrough()
  let { caller } = listener
  let at = position
  let verifiedAt = performance.now()

  const send = (text: string) => {
    if (stream.destroyed || stream.writableEnded) return
    stream.write(text)
    if (stream.readableLength + stream.writableLength > MOST_WAITING_BYTES) stream.destroy()
  }
  const start = (event: 'hello' | 'reset', revision: number) => {
    at = revision
    send(eventText(event, revision, { revision }))
  }
  if (greeting === 'resumed') send(': resumed\n\n')
  else start(greeting, position)

  return {
    stream: stream as Readable,
    credential: listener.credential,
    identify: listener.identify,
    get caller() {
      return caller
    },
    get position() {
      return at
    },
    /** Milliseconds since it was known that the caller may listen. */
    age: () => performance.now() - verifiedAt,
    confirm(known: Caller) {
      caller = known
      verifiedAt = performance.now()
    },
    /** Tells what the caller may know of; `before` is the caller as it was before these changes. */
    take(changes: readonly Change[], before: Caller) {
      const born = new Set(changes.filter(isBirth).map(({ project }) => project))
      for (const change of changes) {
        if (change.revision <= at) continue
        const known = mayKnow(caller, change)
        if (!known && change.revision <= now && mayHide(change)) {
          // Who was away cannot be told what went out of sight meanwhile, only that something may have.
          start('reset', now)
          continue
        }
        at = change.revision
        // Who saw the project until now is still told why it disappears.
        const loses = mayHide(change) && !born.has(change.project) && sees(before.viewer, change.project)
        if (known || loses) send(eventText('change', change.revision, toMessage(change)))
      }
    },
    /** Keeps the connection open, and tells the position to come back to. */
    beat: () => send(`: still here\nid: ${at}\n\n`),
    /** Lets what was sent arrive, but waits for nobody who does not read it. */
    end() {
      stream.end()
      setTimeout(() => stream.destroy(), GRACE_MS).unref()
    },
  }
}

const isBirth = ({ type }: Change) => type === 'project-created'

const eventText = (event: string, revision: number, data: object) =>
  `id: ${revision}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** Refused for good, as opposed to a database that does not answer. */
export const isRefusal = (error: unknown): boolean => error instanceof AppError && error.status < 500
