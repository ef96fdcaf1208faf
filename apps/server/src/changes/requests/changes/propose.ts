import { MOST_CHANGES } from '@flagstaff/contract/requests'
import { AppError, forbidden, limitReached, notAllowed, notFound } from '../../../platform/errors.ts'
import { type Caller, sees } from '../../../platform/write/actor.ts'
import type { Order } from '../../../platform/write/commands.ts'
import type { Effect, Place } from '../../../platform/write/effects.ts'
import { guardProject } from '../../../platform/write/guards.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { changeEvent, requestEvent } from '../events.ts'
import {
  countOpenRequests,
  hasAccount,
  insertRequest,
  listChanges,
  listNeeded,
  lockOpenRequest,
  lockRequest,
  saveChanges,
  startEdition,
} from '../queries.ts'
import { includes } from '../rules.ts'
import { spareRules, withoutRules } from './automatic.ts'
import type { Change } from './difference.ts'
import { keyOf, merge } from './merge.ts'
import { findOpener, listPlaceTypes } from './queries.ts'
import { rehearseOrders } from './rehearse.ts'

const MOST_OPEN = 50

/** The request that a proposal was added to. */
export type Proposal = { project: string; id: number }

type Options = {
  asSent?: readonly Change[]
  repeatable?: boolean
  /** The separate request to add to, or `new`: beside the one that collects the changes of the caller. */
  separate?: number | 'new' | undefined
  /** Changes of the request that the orders replace. */
  superseded?: ((change: Change) => boolean) | undefined
}

/**
 * Adds orders to the caller's open request in a place, or to a new draft. Nothing is changed but the request: the orders
 * are rehearsed, and the difference they make is stored. A repeatable proposal that adds nothing keeps the approvals.
 */
export async function propose(
  tx: Tx,
  place: Place,
  added: readonly Order[],
  { asSent = [], repeatable = false, separate, superseded }: Options = {},
): Promise<Proposal> {
  const { project, environment } = place
  await guardProject(tx, project, { exclusive: false, allowArchived: false, allowInMaintenance: false })
  await requireOpener(tx, place)
  const isCollected = hasAccount(tx.actor) && separate === undefined
  const request = isCollected
    ? await lockOpenRequest(tx, tx.actor.id, place)
    : typeof separate === 'number'
      ? await lockRequest(tx, project, separate)
      : undefined
  const before = request ? await listChanges(tx.read, [request.id]) : []
  // Its author has not decided to ask for the changes in it, and a signal would submit them.
  if (repeatable && request?.state === 'Draft' && before.length > 0)
    throw notAllowed(`The change request ${request.id} of the account is a draft. Submit or delete it first.`)
  const deputy = deputyIn(tx.caller, project)
  const kept = superseded ? [] : before
  const parts = partsOf(before, added, superseded)
  let rehearsed = await rehearseOrders(tx, deputy, parts, environment)
  const spare = spareRules(merge(kept, rehearsed.changes))
  if (spare.length > 0) rehearsed = await rehearseOrders(tx, deputy, withoutRules(parts, spare), environment)
  const { changes: wanted, effects } = rehearsed
  const changes = merge(kept, [...wanted, ...withoutEffect(asSent, [...wanted, ...kept])])
  if (!request && changes.length === 0)
    throw notAllowed('This changes nothing, so there is nothing to review.')
  if (changes.length > MOST_CHANGES) throw limitReached('changes in a change request', MOST_CHANGES)
  if (request && repeatable && isSame(before, changes)) return { ...place, id: request.id }
  const outline = await outlineOf(tx, place, effects)
  const about = { ...place, id: request?.id ?? (await openRequest(tx, place, outline, isCollected)) }
  if (request) await startEdition(tx, request.id, outline)
  await saveChanges(tx, about.id, changes)
  recordChanges(tx, about, before, changes)
  return about
}

/**
 * Orders are added to those of the request. If they replace some of these, the others come after them: a flag that has
 * no rule yet would get one when it is turned on.
 */
function partsOf(before: readonly Change[], added: readonly Order[], superseded: Options['superseded']) {
  const ordersOf = (changes: readonly Change[]) => changes.flatMap(({ orders }) => orders)
  if (!superseded) return { present: ordersOf(before), added }
  return { added: [...added, ...ordersOf(before.filter((change) => !superseded(change)))] }
}

const isSame = (before: readonly Change[], after: readonly Change[]) =>
  before.length === after.length && after.every((change) => before.includes(change))

/** Changes that were sent explicitly are kept even if they make no difference, except those of a flag that is archived. */
function withoutEffect(asSent: readonly Change[], others: readonly Change[]): readonly Change[] {
  const found = new Set(others.map(keyOf))
  const archived = new Set(others.flatMap(({ action, flag }) => (action === 'archiveFeature' ? flag : [])))
  return asSent.filter((change) => !found.has(keyOf(change)) && !archived.has(change.flag))
}

async function openRequest(
  tx: Tx,
  place: Place,
  outline: Awaited<ReturnType<typeof outlineOf>>,
  isCollected: boolean,
) {
  if ((await countOpenRequests(tx, tx.actor.id, place.project)) >= MOST_OPEN)
    throw limitReached('open change requests in a project', MOST_OPEN)
  const id = await insertRequest(tx, place, outline, isCollected)
  tx.record(requestEvent('change-request-created', { ...place, id }))
  return id
}

type Kept = Change & { id?: number }

export function recordChanges(
  tx: Tx,
  about: Place & { id: number },
  before: readonly Kept[],
  after: readonly Kept[],
) {
  tx.group('change-request', String(about.id))
  const kept = new Set(after.map(({ id }) => id))
  for (const change of after) {
    if (change.id === undefined) tx.record(changeEvent('change-added', about, change))
    else if (!before.includes(change)) tx.record(changeEvent('change-edited', about, change))
  }
  for (const change of before)
    if (!kept.has(change.id)) tx.record(changeEvent('change-discarded', about, change))
}

/** What a request does: its effects, the protected places among them, and the approvals needed in its own place. */
export async function outlineOf(tx: Tx, place: Place, effects: readonly Effect[]) {
  const needed = await listNeeded(tx.read, [...effects, place])
  const affects = needed.filter((one) => includes(effects, one))
  return {
    affects,
    effects: effects.map((effect) => ({ ...effect, protected: includes(affects, effect) })),
    minApprovals: needed.find((one) => includes([place], one))?.needed ?? 0,
  }
}

/** Everyone who sees a project can open requests in it; in a protected project only its members can. */
async function requireOpener(tx: Tx, { project, environment }: Place) {
  const found = await findOpener(tx.read, tx.actor.id, { project, environment })
  if (!sees(tx.caller.viewer, project) || !found) throw notFound('environment', environment)
  if (!found.membersOnly || found.member || tx.caller.may('ADMIN', {})) return
  throw forbidden(`Only members of the project ${project} can open change requests in it.`)
}

/** The author, with every permission inside the project: what needs a review can be asked for by everyone. */
export const deputyIn = (author: Caller, project: string): Caller => ({
  ...author,
  may: (permission, scope) => scope.project === project || author.may(permission, scope),
  mayAnywhere: (permission, scope) => scope.project === project || author.mayAnywhere(permission, scope),
})

/** The place of orders that name no environment: a protected one that they affect, of the type production if possible. */
export async function choosePlace(tx: Tx, project: string | null, orders: readonly Order[]): Promise<Place> {
  const deputy = project === null ? tx.caller : deputyIn(tx.caller, project)
  const { effects } = await rehearseOrders(tx, deputy, { added: orders }, '')
  const affected = await listNeeded(tx.read, effects)
  const candidates = affected.length > 0 ? affected : effects
  const seen = candidates.filter((place) => sees(tx.caller.viewer, place.project))
  const own = seen.filter((place) => place.project === project)
  const [first] = await listPlaceTypes(tx.read, own.length > 0 ? own : seen)
  if (first) return first
  if (effects.length > 0) throw new AppError('protected', { where: 'projects that you cannot see' })
  throw notAllowed('This changes nothing that flags do, so it needs no review. Save it directly.')
}
