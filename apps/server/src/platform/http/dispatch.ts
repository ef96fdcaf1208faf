import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Command, type Done, perform, performAll } from '../commands.ts'
import type { Reader } from '../database.ts'
import { catchUpPatience, remaining } from '../deadline.ts'
import { AppError, notFound } from '../errors.ts'
import { once } from '../idempotency.ts'
import type { Kept } from '../kept.ts'
import type { Note } from '../note.ts'
import type { Settings } from '../settings.ts'
import { findRevert, keepUndo, refuseChanged, type TakenUndo, takeUndo } from '../undo.ts'
import type { Tx, Write } from '../write.ts'

declare module 'fastify' {
  interface FastifyInstance {
    settings: Settings
    read: Reader
    write: Write
    note: Note
  }
  interface FastifyRequest {
    /**
     * Carries out a command for whoever calls, honouring `If-Match` and `Idempotency-Key`. Once it resolves, this
     * process serves what was changed.
     */
    dispatch<Input, Target, Result>(
      command: Command<Input, Target, Result>,
      input: Input,
      options?: DispatchOptions,
    ): Promise<Result>
    /** Takes a change back that the caller made; an error where that is not possible any more. */
    undo(id: string): Promise<void>
    /** Takes back the change an event belongs to, whoever made it; a later change refuses that unless `evenIfChanged`. */
    revert(event: number, options: { evenIfChanged: boolean }): Promise<void>
    /** What takes back the change that this request made. */
    undoId: string | undefined
  }
}

export type DispatchOptions = {
  /** Of a request that takes several changes: which of them this is. Each is then done once per key. */
  part?: number | undefined
  /** More changes follow, so nobody needs to see this one yet. */
  moreFollow?: boolean
}

/** What slices work with: reading, the one door for changes, and bookkeeping. */
export type Handles = { settings: Settings; read: Reader; write: Write; note: Note }

/** Resolves once this process serves a revision, or everything committed by now; or after the time. */
export type CaughtUp = (revision: number | undefined, ms: number) => Promise<void>

export function openHandles(app: FastifyInstance, handles: Handles, caughtUp: CaughtUp) {
  const parts = { write: handles.write, caughtUp }
  app.decorate('settings', handles.settings)
  app.decorate('read', handles.read)
  app.decorate('write', handles.write)
  app.decorate('note', handles.note)
  app.decorateRequest('undoId', undefined)
  app.decorateRequest('dispatch', function dispatch(command, input, options) {
    const ifMatch = this.headers['if-match']
    return change(this, parts, (tx) => perform(tx, command, input, { ifMatch }), options)
  })
  app.decorateRequest('undo', function undo(id) {
    return change(this, parts, (tx) => undoIn(tx, id))
  })
  app.decorateRequest('revert', function revert(event, options) {
    return change(this, parts, (tx) => revertIn(tx, event, options))
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.undoId) reply.header('x-undo', request.undoId)
    done(null, payload)
  })
}

async function change<T>(
  request: FastifyRequest,
  { write, caughtUp }: { write: Write; caughtUp: CaughtUp },
  work: (tx: Tx) => Promise<Done<T>>,
  { part, moreFollow = false }: DispatchOptions = {},
): Promise<T> {
  const caller = request.signedIn()
  const key = request.headers['idempotency-key']
  const isKeyed = typeof key === 'string' && key !== ''
  const kept: { undo?: Kept | undefined } = {}
  let revision: number | undefined
  const result = await write(
    caller,
    (tx) => {
      const attempt = async () => {
        const done = await work(tx)
        kept.undo = keepUndo(tx, done.undo)
        return done.result
      }
      if (!isKeyed) return attempt()
      const actor = `${caller.actor.type}:${caller.actor.id}`
      const path = [request.method, request.url, ...(part === undefined ? [] : [`part ${part}`])].join(' ')
      return once(tx, { key, actor, path, body: request.body }, attempt)
    },
    (committed) => {
      revision = committed
    },
  )
  // A repeated answer tells of a change whose revision is not known here.
  if (!moreFollow && (revision !== undefined || isKeyed))
    await caughtUp(revision, Math.min(catchUpPatience(), remaining()))
  // What changed nothing has no revision, and nothing to take back.
  request.undoId = kept.undo?.revision === undefined ? undefined : kept.undo.id
  return result
}

async function undoIn(tx: Tx, id: string): Promise<Done<void>> {
  const taken = await takeUndo(tx, id)
  if (!taken) throw notFound('undo', id)
  return backUnlessChanged(tx, taken)
}

async function revertIn(tx: Tx, event: number, { evenIfChanged }: { evenIfChanged: boolean }) {
  const found = await findRevert(tx, event)
  if (!found) throw new AppError('notReversible', { event: String(event) })
  return evenIfChanged ? back(tx, found) : backUnlessChanged(tx, found)
}

async function backUnlessChanged(tx: Tx, taken: TakenUndo): Promise<Done<void>> {
  await refuseChanged(tx, taken)
  const done = await back(tx, taken)
  // Once more: only now everything is locked, so nobody can come in between.
  await refuseChanged(tx, taken)
  return done
}

const back = async (tx: Tx, { orders }: TakenUndo): Promise<Done<void>> => ({
  result: undefined,
  undo: await performAll(tx, orders),
})
