import { NewChange } from '@flagstaff/contract/requests'
import Type from 'typebox'
import { notAllowed, notFound } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/write/actor.ts'
import { command } from '../../../platform/write/commands.ts'
import type { Place } from '../../../platform/write/effects.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { orderFor } from '../changes/actions.ts'
import type { Change } from '../changes/difference.ts'
import { deputyIn, outlineOf } from '../changes/propose.ts'
import { findOpener } from '../changes/queries.ts'
import { asConflict, rehearseOrders } from '../changes/rehearse.ts'
import { hasAccount, listChanges, lockOpenRequest } from '../queries.ts'
import { type ShownEffect, shownEffects } from '../reads/effects.ts'
import { isOpen } from '../rules.ts'
import { inProject, lockSeen, Target } from '../target.ts'

/** What changes would do. Nothing of it is stored. */
export type Rehearsed = { environment: string; effects: ShownEffect[]; changes: Change[] }

/** Rehearses changes that are given in the wire format, alone or after those of the caller's open request. */
export const previewChanges = command({
  name: 'change-request.preview',
  input: Type.Object({
    project: Type.String(),
    environment: Type.String(),
    changes: Type.Array(NewChange),
    draft: Type.Boolean(),
  }),
  permission: 'authenticated',
  openToProposers: () => true,
  scope: ({ project }) => ({ project }),
  allowedWhen: ['maintenance'],
  async run(tx, { changes, draft, ...place }): Promise<Rehearsed> {
    if (!(await findOpener(tx.read, tx.actor.id, place))) throw notFound('environment', place.environment)
    const present = draft ? await ordersOfDraft(tx, place) : []
    const added = changes.map((change) => orderFor(place, change))
    const deputy = deputyIn(tx.caller, place.project)
    const rehearsed = await rehearseOrders(tx, deputy, { present, added }, place.environment)
    const { effects } = await outlineOf(tx, place, rehearsed.effects)
    return { environment: place.environment, effects: shownEffects(effects), changes: rehearsed.changes }
  },
})

async function ordersOfDraft(tx: Tx, place: Place) {
  const request = hasAccount(tx.actor) ? await lockOpenRequest(tx, tx.actor.id, place) : undefined
  const changes = request ? await listChanges(tx.read, [request.id]) : []
  return changes.flatMap(({ orders }) => orders)
}

/** Rehearses the changes of an open request on the current state. */
export const rehearseRequest = command({
  name: 'change-request.rehearse',
  input: Target,
  permission: 'authenticated',
  openToProposers: () => true,
  scope: inProject,
  allowedWhen: ['maintenance'],
  load: lockSeen,
  async run(tx, _input, request): Promise<Rehearsed> {
    if (!isOpen(request.state)) throw notAllowed('Only an open change request has a blast radius.')
    const stored = await listChanges(tx.read, [request.id])
    const added = stored.flatMap(({ orders }) => orders)
    const rehearsed = await asConflict(() =>
      rehearseOrders(tx, permitted(tx.caller), { added }, request.environment),
    )
    const { effects } = await outlineOf(tx, request, rehearsed.effects)
    return { environment: request.environment, effects: shownEffects(effects), changes: rehearsed.changes }
  },
})

/** Everyone who sees a request can see what it does, also with changes that they could not make. */
const permitted = (caller: Caller): Caller => ({ ...caller, may: () => true, mayAnywhere: () => true })
