import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Command, type Done, perform, performAll } from '../commands.ts'
import type { Reader } from '../database.ts'
import { notFound } from '../errors.ts'
import { once } from '../idempotency.ts'
import type { Kept } from '../kept.ts'
import type { Note } from '../note.ts'
import type { Settings } from '../settings.ts'
import { keepUndo, refuseChanged, takeUndo } from '../undo.ts'
import type { Tx, Write } from '../write.ts'

declare module 'fastify' {
  interface FastifyInstance {
    settings: Settings
    read: Reader
    write: Write
    note: Note
  }
  interface FastifyRequest {
    /** Carries out a command for whoever calls, honouring `If-Match` and `Idempotency-Key`. */
    dispatch<Input, Target, Result>(command: Command<Input, Target, Result>, input: Input): Promise<Result>
    /** Takes a change back that the caller made; an error where that is not possible any more. */
    undo(id: string): Promise<void>
    /** What takes back the change that this request made. */
    undoId: string | undefined
  }
}

/** What slices work with: reading, the one door for changes, and bookkeeping. */
export type Handles = { settings: Settings; read: Reader; write: Write; note: Note }

export function openHandles(app: FastifyInstance, handles: Handles) {
  app.decorate('settings', handles.settings)
  app.decorate('read', handles.read)
  app.decorate('write', handles.write)
  app.decorate('note', handles.note)
  app.decorateRequest('undoId', undefined)
  app.decorateRequest('dispatch', function dispatch(command, input) {
    const ifMatch = this.headers['if-match']
    return change(this, handles.write, (tx) => perform(tx, command, input, { ifMatch }))
  })
  app.decorateRequest('undo', function undo(id) {
    return change(this, handles.write, (tx) => undoIn(tx, id))
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.undoId) reply.header('x-undo', request.undoId)
    done(null, payload)
  })
}

async function change<T>(
  request: FastifyRequest,
  write: Write,
  work: (tx: Tx) => Promise<Done<T>>,
): Promise<T> {
  const caller = request.signedIn()
  const key = request.headers['idempotency-key']
  const kept: { undo?: Kept | undefined } = {}
  const result = await write(caller, (tx) => {
    const attempt = async () => {
      const done = await work(tx)
      kept.undo = keepUndo(tx, done.undo)
      return done.result
    }
    if (typeof key !== 'string' || key === '') return attempt()
    const actor = `${caller.actor.type}:${caller.actor.id}`
    return once(tx, { key, actor, path: `${request.method} ${request.url}`, body: request.body }, attempt)
  })
  // What changed nothing has no revision, and nothing to take back.
  request.undoId = kept.undo?.revision === undefined ? undefined : kept.undo.id
  return result
}

async function undoIn(tx: Tx, id: string): Promise<Done<void>> {
  const taken = await takeUndo(tx, id)
  if (!taken) throw notFound('undo', id)
  await refuseChanged(tx, taken)
  const undo = await performAll(tx, taken.orders)
  // Once more: only now everything is locked, so nobody can come in between.
  await refuseChanged(tx, taken)
  return { result: undefined, undo }
}
