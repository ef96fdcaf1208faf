import { NewChange } from '@flagstaff/contract/requests'
import Type from 'typebox'
import { AppError, notAllowed, notFound } from '../../../platform/errors.ts'
import { command, commandNamed, type Order } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { changeEvent, requestEvent } from '../events.ts'
import {
  addInstigator,
  listChanges,
  removeRequest,
  type StoredRequest,
  saveChanges,
  startEdition,
} from '../queries.ts'
import { inProject, lockOwn, Target } from '../target.ts'
import { orderFor } from './actions.ts'
import type { Change } from './difference.ts'
import { merge, rebased } from './merge.ts'
import { choosePlace, deputyIn, outlineOf, propose, recordChanges } from './propose.ts'
import { asConflict, rehearseOrders } from './rehearse.ts'

/** Adds what other commands would do to a request, instead of doing it. */
export const proposeOrders = command({
  name: 'change-request.propose',
  input: Type.Object({
    orders: Type.Array(Type.Object({ command: Type.String(), input: Type.Unknown() })),
    /** Who made the author do this. */
    instigator: Type.Optional(Type.Integer()),
  }),
  permission: 'authenticated',
  scope: async ({ orders }, tx) => ({ project: (await scopeOf(tx, orders)).project ?? null }),
  async run(tx, { orders, instigator }) {
    for (const { command: name } of orders) {
      if (!commandNamed(name).proposable)
        throw notAllowed('This cannot be added to a change request. Make the change directly.')
    }
    const { project = null, environment } = await scopeOf(tx, orders)
    const place =
      project !== null && environment != null
        ? { project, environment }
        : await choosePlace(tx, project, orders)
    // A signal may arrive again and again.
    const proposal = await propose(tx, place, orders, { repeatable: instigator !== undefined })
    if (instigator !== undefined) await addInstigator(tx, proposal.id, instigator)
    return proposal
  },
})

async function scopeOf(tx: Tx, [first]: readonly Order[]) {
  if (!first) throw new Error('there is nothing to propose')
  return commandNamed(first.command).scope(first.input as never, tx)
}

const Place = Type.Object({ project: Type.String(), environment: Type.String() })

/** Adds changes that are given in the wire format. */
export const addChanges = command({
  name: 'change-request.add',
  input: Type.Interface([Place], { changes: Type.Array(NewChange) }),
  permission: 'authenticated',
  scope: ({ project }) => ({ project }),
  openToProposers: () => true,
  run(tx, { changes, ...place }) {
    const orders = changes.map((change) => orderFor(place, change))
    return propose(tx, place, orders, {
      asSent: changes.flatMap((change, index) => asSent(place.environment, change, orders[index])),
    })
  },
})

/** Only turning a flag on or off can make no difference. */
function asSent(
  environment: string,
  { action, feature, payload }: NewChange,
  order: Order | undefined,
): Change[] {
  if (action !== 'updateEnabled' || !order) return []
  return [
    {
      action,
      environment,
      flag: feature ?? null,
      segment: null,
      target: '',
      payload,
      snapshot: undefined,
      orders: [order],
    },
  ]
}

const ChangeTarget = Type.Interface([Target], { change: Type.Integer() })

/** Replaces one change of a request. */
export const editChange = command({
  name: 'change-request.edit-change',
  input: Type.Interface([ChangeTarget], { with: NewChange }),
  permission: 'authenticated',
  scope: inProject,
  load: lockOwn,
  current: (request) => request,
  async run(tx, { change: id, with: wanted }, request) {
    const changes = await listChanges(tx.read, [request.id])
    const edited = changes.find((change) => change.id === id)
    if (!edited) throw notFound('change', id)
    const place = { project: request.project, environment: edited.environment }
    const others = changes.filter((change) => change !== edited)
    const rehearsed = await rehearseOrders(
      tx,
      deputyIn(tx.caller, request.project),
      { present: others.flatMap(({ orders }) => orders), added: [orderFor(place, wanted)] },
      request.environment,
    )
    const merged = merge(others, rehearsed.changes)
    const added = merged.find((change) => change.id === undefined)
    const after = merged.map((change) => (change === added ? { ...change, id } : change))
    await startEdition(tx, request.id, await outlineOf(tx, request, rehearsed.effects))
    await saveChanges(tx, request.id, after)
    tx.group('change-request', String(request.id))
    for (const change of after.filter((one) => !others.some((other) => other === one)))
      tx.record(changeEvent('change-edited', request, change))
  },
})

export const discardChange = command({
  name: 'change-request.discard-change',
  input: ChangeTarget,
  permission: 'authenticated',
  scope: inProject,
  load: lockOwn,
  current: (request) => request,
  async run(tx, { change: id }, request) {
    const changes = await listChanges(tx.read, [request.id])
    const going = changes.find((change) => change.id === id)
    if (!going) throw notFound('change', id)
    const kept = changes.filter((change) => change !== going)
    await startEdition(tx, request.id, await outlineWithout(tx, request, kept))
    await saveChanges(tx, request.id, kept)
    tx.group('change-request', String(request.id))
    tx.record(changeEvent('change-discarded', request, going))
  },
})

/** What the remaining changes do. They can depend on the discarded one, or no longer fit: they say so when it matters. */
async function outlineWithout(tx: Tx, request: StoredRequest, changes: readonly Change[]) {
  const deputy = deputyIn(tx.caller, request.project)
  const added = changes.flatMap(({ orders }) => orders)
  const { effects } = await asConflict(() => rehearseOrders(tx, deputy, { added }, request.environment))
  return outlineOf(tx, request, effects)
}

/** Discards a draft, or cancels nothing else: a request that others have seen stays in the list. */
export const discardRequest = command({
  name: 'change-request.discard',
  input: Target,
  permission: 'authenticated',
  scope: inProject,
  load: lockOwn,
  current: (request) => request,
  async run(tx, _input, request) {
    if (request.state !== 'Draft') throw new AppError('wrongState', { from: request.state, to: 'discarded' })
    await removeRequest(tx, request.id)
    tx.record(requestEvent('change-request-discarded', request))
  },
})

/** Takes the present state as what the changes are based on. */
export const rebaseRequest = command({
  name: 'change-request.rebase',
  input: Target,
  permission: 'authenticated',
  scope: inProject,
  load: lockOwn,
  current: (request) => request,
  async run(tx, _input, request) {
    const before = await listChanges(tx.read, [request.id])
    const added = before.flatMap(({ orders }) => orders)
    const deputy = deputyIn(tx.caller, request.project)
    const { changes, effects } = await asConflict(() =>
      rehearseOrders(tx, deputy, { added }, request.environment),
    )
    const after = rebased(before, changes)
    await startEdition(tx, request.id, await outlineOf(tx, request, effects))
    await saveChanges(tx, request.id, after)
    recordChanges(tx, request, before, after)
  },
})
