import { MOST_CHANGES } from '@flagstaff/contract/requests'
import type { Order } from '../../../platform/write/commands.ts'
import type { Place } from '../../../platform/write/effects.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { requestEvent } from '../events.ts'
import { findRequest, hasAccount, listChanges, lockOpenRequest, setState, setTitle } from '../queries.ts'
import { chunksOf } from './chunks.ts'
import type { Change } from './difference.ts'
import { deputyIn, propose } from './propose.ts'
import { rehearseOrders } from './rehearse.ts'

export type Submitted = { id: number; flags: ReadonlySet<string> }

type Separate = number | 'new' | undefined

type Submitting = {
  title: string
  /** Separate requests that already have changes of a flag; what is new for it is added there. */
  openOf: ReadonlyMap<string, number>
}

/**
 * Adds orders to the caller's open request in a place, and asks for a review. What does not fit into one request becomes
 * several separate ones. The caller has locked the requests, see `lockOpenRequest`: flags that it has changed are locked
 * by now.
 */
export async function submitOrders(
  tx: Tx,
  place: Place,
  orders: readonly Order[],
  { title, openOf }: Submitting,
): Promise<Submitted[]> {
  const deputy = deputyIn(tx.caller, place.project)
  const { changes } = await rehearseOrders(tx, deputy, { added: orders }, place.environment)
  const requestOf = ({ flag }: Change) => (flag === null ? undefined : openOf.get(flag))
  const fresh = changes.filter((change) => requestOf(change) === undefined)
  const submitted: Submitted[] = []
  const submit = async (some: readonly Change[], separate: Separate, name: string, isNew = true) => {
    const superseded = typeof separate === 'number' ? isReplacedBy(some) : undefined
    const { id } = await propose(tx, place, some === changes ? orders : ordersOf(some), {
      separate,
      superseded,
    })
    await finish(tx, { ...place, id }, name, isNew)
    submitted.push({ id, flags: new Set(some.flatMap(({ flag }) => flag ?? [])) })
  }
  for (const [request, some] of Map.groupBy(changes, requestOf))
    if (request !== undefined) await submit(some, request, title, false)
  if (fresh.length === 0) return submitted
  const open = hasAccount(tx.actor) ? await lockOpenRequest(tx, tx.actor.id, place) : undefined
  const present = open ? await listChanges(tx.read, [open.id]) : []
  if (present.length + fresh.length <= MOST_CHANGES) {
    await submit(fresh.length === changes.length ? changes : fresh, undefined, title, open === undefined)
    return submitted
  }
  const chunks = chunksOf(fresh, MOST_CHANGES)
  for (const [index, chunk] of chunks.entries())
    await submit(chunk, 'new', chunks.length > 1 ? `${title} (${index + 1} of ${chunks.length})` : title)
  return submitted
}

/** A file that changed again replaces what it said before about the same part of a flag. */
function isReplacedBy(changes: readonly Change[]): (change: Change) => boolean {
  const keyOf = ({ flag, action }: Change) => JSON.stringify([flag, partOf(action)])
  const replaced = new Set(changes.map(keyOf))
  return (change) => replaced.has(keyOf(change))
}

const partOf = (action: string) => /Strateg|Variant|Dependenc/.exec(action)?.[0] ?? action

const ordersOf = (changes: readonly Change[]) => changes.flatMap(({ orders }) => orders)

/** The author may not have finished a draft with other changes, so only a new one is sent to review. */
async function finish(tx: Tx, { project, id }: Place & { id: number }, title: string, isNew: boolean) {
  const request = await findRequest(tx.read, project, id)
  if (request && request.title === null) await setTitle(tx, id, title)
  if (isNew && request?.state === 'Draft') {
    await setState(tx, id, 'In review')
    tx.record(requestEvent('change-request-sent-to-review', request))
  }
}
