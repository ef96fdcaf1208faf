import { PassThrough, type Readable } from 'node:stream'
import { AppError } from '../../platform/errors.ts'
import { type Caller, sees } from '../../platform/write/actor.ts'
import { type Change, mayHide, mayKnow, notificationMessage, type Start, toMessage } from './rules.ts'

/** The caller of a stream, and a function to verify the caller again. */
export type LiveCaller = { caller: Caller; credential: string; identify(): Promise<Caller | undefined> }

/** One open stream. */
export type Client = ReturnType<typeof openClient>

/** A client with this many unsent bytes is disconnected; it reconnects and resumes. */
const MOST_WAITING_BYTES = 256 * 1024
const GRACE_MS = 500

export function openClient(listener: LiveCaller, { position, greeting }: Start, now: number) {
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
    /** Milliseconds since the caller was last verified. */
    age: () => performance.now() - verifiedAt,
    confirm(known: Caller) {
      caller = known
      verifiedAt = performance.now()
    },
    /** Sends the changes that the caller can see; `before` is the caller before these changes. */
    take(changes: readonly Change[], before: Caller) {
      const born = new Set(changes.filter(isBirth).map(({ project }) => project))
      for (const change of changes) {
        if (change.revision <= at) continue
        const known = mayKnow(caller, change)
        if (!known && change.revision <= now && mayHide(change)) {
          // The client missed changes that may have hidden a project from it, so it has to reload.
          start('reset', now)
          continue
        }
        at = change.revision
        // A caller who could see the project until now still gets the change that hides it.
        const loses = mayHide(change) && !born.has(change.project) && sees(before.viewer, change.project)
        if (known || loses) send(eventText('change', change.revision, toMessage(change)))
      }
    },
    /** Says that there may be new notifications. It is not an event, so the position stays. */
    notify: (id: number) => send(eventText('change', at, notificationMessage(at, id))),
    /** Heartbeat: keeps the connection open, and sends the position to resume from. */
    beat: () => send(`: still here\nid: ${at}\n\n`),
    /** Lets sent data arrive, but destroys the stream after a timeout if the client does not read it. */
    end() {
      stream.end()
      setTimeout(() => stream.destroy(), GRACE_MS).unref()
    },
  }
}

const isBirth = ({ type }: Change) => type === 'project-created'

const eventText = (event: string, revision: number, data: object) =>
  `id: ${revision}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** Whether access was refused, as opposed to a failure such as a database that does not respond. */
export const isRefusal = (error: unknown): boolean => error instanceof AppError && error.status < 500
