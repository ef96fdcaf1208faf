import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Reader } from '../database/database.ts'
import { catchUpPatience, remaining } from '../database/deadline.ts'
import { AppError, notFound } from '../errors.ts'
import type { Settings } from '../settings/settings.ts'
import { type Command, type Done, execute, executeAll, type Order } from '../write/commands.ts'
import { noteCommit } from '../write/commits.ts'
import { once } from '../write/idempotency.ts'
import { manageAs } from '../write/manage-as.ts'
import type { Note } from '../write/note.ts'
import {
  findCodeOwner,
  findRevert,
  keepUndo,
  refuseChanged,
  type TakenUndo,
  takeUndo,
} from '../write/undo.ts'
import type { UndoRecord } from '../write/undo-record.ts'
import type { Tx, Write } from '../write/write.ts'
import { type Proposals, Proposed, wantsProposal } from './proposals.ts'
import { requireOpen } from './propose-only.ts'

declare module 'fastify' {
  interface FastifyInstance {
    settings: Settings
    read: Reader
    write: Write
    note: Note
  }
  interface FastifyRequest {
    /** Executes a command, with `If-Match` and `Idempotency-Key`. Once it resolves, this process serves the change. */
    dispatch<Input, Target, Result>(
      command: Command<Input, Target, Result>,
      input: Input,
      options?: DispatchOptions,
    ): Promise<Result>
    /** Undoes a change that the caller made; throws if that is no longer possible. */
    undo(id: string): Promise<void>
    /** Reverts the change of an event by any actor. Refused after a later change unless `evenIfChanged`. */
    revert(event: number, options: { evenIfChanged: boolean }): Promise<void>
    /** The id for undoing the change that this request made. */
    undoId: string | undefined
  }
}

export type DispatchOptions = {
  /** The index of this change, for requests that make several. Each is executed once per idempotency key. */
  part?: number | undefined
  /** More changes follow, so the response need not wait until this one is served. */
  moreFollow?: boolean
}

/** Executes one of several changes of a request. Returns how to undo it: a header would undo only one of them. */
export async function dispatchPart<Input, Target, Result>(
  request: FastifyRequest,
  command: Command<Input, Target, Result>,
  input: Input,
  options: DispatchOptions,
): Promise<{ result: Result; undo: { undo?: string } }> {
  request.undoId = undefined
  const result = await request.dispatch(command, input, options)
  const undo = request.undoId
  request.undoId = undefined
  return { result, undo: undo ? { undo } : {} }
}

/** What slices get: reads, the write path, and notes. */
export type Handles = { settings: Settings; read: Reader; write: Write; note: Note }

/** Resolves once this process serves the revision (or everything committed so far), or after the timeout. */
export type CaughtUp = (revision: number | undefined, ms: number) => Promise<void>

type Parts = { write: Write; read: Reader; caughtUp: CaughtUp; proposals: Proposals | undefined }

export function decorateHandles(
  app: FastifyInstance,
  handles: Handles,
  { caughtUp, proposals }: Pick<Parts, 'caughtUp' | 'proposals'>,
) {
  const parts: Parts = { write: handles.write, read: handles.read, caughtUp, proposals }
  app.decorate('settings', handles.settings)
  app.decorate('read', handles.read)
  app.decorate('write', handles.write)
  app.decorate('note', handles.note)
  app.decorateRequest('undoId', undefined)
  app.decorateRequest('dispatch', async function dispatch(command, input, options) {
    if (command.proposable && wantsProposal(this))
      return proposed(this, parts, () => [{ command: command.name, input }])
    requireOpen(this.signedIn(), command, input)
    const ifMatch = this.headers['if-match']
    const done = change(this, parts, (tx) => execute(tx, command, input, { ifMatch }), options)
    return command.proposable ? done.catch(offerProposal) : done
  })
  app.decorateRequest('undo', function undo(id) {
    if (wantsProposal(this)) return proposed(this, parts, async (tx) => (await takeOwnUndo(tx, id)).orders)
    return change(this, parts, (tx) => undoIn(tx, id)).catch(offerProposal)
  })
  app.decorateRequest('revert', function revert(event, options) {
    if (wantsProposal(this))
      return proposed(this, parts, async (tx) => (await requireRevert(tx, event)).orders)
    return change(this, parts, (tx) => revertIn(tx, event, options)).catch(offerProposal)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.undoId) reply.header('x-undo', request.undoId)
    done(null, payload)
  })
}

/** Not every change that needs a review can be proposed: the response says which can. */
function offerProposal(error: unknown): never {
  if (error instanceof AppError && (error.code === 'protected' || error.code === 'reasonNeeded'))
    error.extra.proposable = true
  throw error
}

/** Adds orders to a change request, and ends the request with it. */
async function proposed(
  request: FastifyRequest,
  parts: Parts,
  ordersOf: (tx: Tx) => Order[] | Promise<Order[]>,
): Promise<never> {
  const { proposals, read } = parts
  if (!proposals) throw new Error('no slice takes proposals')
  const ref = await change(request, parts, async (tx) =>
    execute(tx, proposals.add, { orders: await ordersOf(tx) }),
  )
  throw new Proposed(await proposals.read(read, request.signedIn().viewer, ref), proposals.pathOf(ref))
}

async function change<T>(
  request: FastifyRequest,
  { write, caughtUp }: Pick<Parts, 'write' | 'caughtUp'>,
  work: (tx: Tx) => Promise<Done<T>>,
  { part, moreFollow = false }: DispatchOptions = {},
): Promise<T> {
  const caller = request.signedIn()
  const key = request.headers['idempotency-key']
  const isKeyed = typeof key === 'string' && key !== ''
  const kept: { undo?: UndoRecord | undefined } = {}
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
      const path = [
        request.method,
        request.url,
        ...(part === undefined ? [] : [`part ${part}`]),
        ...(wantsProposal(request) ? ['propose'] : []),
      ].join(' ')
      return once(tx, { key, actor, path, body: request.body }, attempt)
    },
    (committed) => {
      revision = committed
    },
  )
  // A replayed response belongs to a change whose revision is not known here.
  if (isKeyed) noteCommit()
  if (!moreFollow && (revision !== undefined || isKeyed))
    await caughtUp(revision, Math.min(catchUpPatience(), remaining()))
  // A request that changed nothing has no revision and nothing to undo.
  request.undoId = kept.undo?.revision === undefined ? undefined : kept.undo.id
  return result
}

async function takeOwnUndo(tx: Tx, id: string): Promise<TakenUndo> {
  const taken = await takeUndo(tx, id)
  if (!taken) throw notFound('undo ID', id)
  return taken
}

async function requireRevert(tx: Tx, event: number): Promise<TakenUndo> {
  const found = await findRevert(tx, event)
  if (!found) throw new AppError('notReversible', { event: String(event) })
  return found
}

async function undoIn(tx: Tx, id: string): Promise<Done<void>> {
  const taken = await takeOwnUndo(tx, id)
  // Undoing what files did a moment ago is for their owner; reverting it later is a change of what they manage.
  const owner = await findCodeOwner(tx, taken)
  if (owner !== undefined) manageAs(tx, owner)
  return backUnlessChanged(tx, taken)
}

async function revertIn(tx: Tx, event: number, { evenIfChanged }: { evenIfChanged: boolean }) {
  const found = await requireRevert(tx, event)
  return evenIfChanged ? back(tx, found) : backUnlessChanged(tx, found)
}

async function backUnlessChanged(tx: Tx, taken: TakenUndo): Promise<Done<void>> {
  await refuseChanged(tx, taken)
  const done = await back(tx, taken)
  // Check again: now everything is locked, so no other change can come in between.
  await refuseChanged(tx, taken)
  return done
}

const back = async (tx: Tx, { orders }: TakenUndo): Promise<Done<void>> => ({
  result: undefined,
  undo: await executeAll(tx, orders),
})
