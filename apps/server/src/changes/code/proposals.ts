import { archiveFlags } from '../../flags/index.ts'
import { executeAll, type Order } from '../../platform/write/commands.ts'
import type { Place } from '../../platform/write/effects.ts'
import { guardProject } from '../../platform/write/guards.ts'
import type { Tx } from '../../platform/write/write.ts'
import {
  deputyIn,
  listNeeded,
  lockOpenRequest,
  lockSeparateRequests,
  type Submitted,
  submitOrders,
} from '../requests/index.ts'
import type { Waiting } from './queries.ts'

/** Orders that may need a review: those in one protected environment, or those that are in none. */
export type Reviewed = { project: string; environment: string | null; orders: Order[] }
export type Split = { direct: Order[]; reviewed: Reviewed[]; places: Place[] }

/** Sorts orders by whether they may need a review. Nothing is skipped here: the write path compares the effects. */
export async function splitOrders(tx: Tx, orders: readonly Order[]): Promise<Split> {
  const placed = orders.map((order) => ({ order, ...placeOf(order) }))
  const projects = [...new Set(placed.map(({ project }) => project))].sort()
  const rows = await tx.read
    .selectFrom('protections')
    .select(['project', 'environment'])
    .where('project', 'in', projects.length > 0 ? projects : [''])
    .orderBy('project')
    .orderBy('environment')
    .execute()
  const isProtected = (project: string, environment: string | null) =>
    rows.some((row) => row.project === project && (environment === null || row.environment === environment))
  const asks = placed.filter(
    ({ order, project, environment }) =>
      (environment !== null || changesBehaviour(order)) && isProtected(project, environment),
  )
  const groups = Map.groupBy(asks, ({ project, environment }) => JSON.stringify([project, environment]))
  return {
    direct: placed.filter((one) => !asks.includes(one)).map(({ order }) => order),
    reviewed: [...groups.values()].flatMap(([first, ...rest]) =>
      first
        ? [
            {
              project: first.project,
              environment: first.environment,
              orders: [first, ...rest].map(({ order }) => order),
            },
          ]
        : [],
    ),
    places: rows,
  }
}

/** Orders outside of environments that change what flags do: dependencies and archiving. */
const changesBehaviour = ({ command }: Order) =>
  command === archiveFlags.name || command.startsWith('dependency.')

type Placed = { project: string; environment?: string; environments?: readonly string[] }

function placeOf({ input }: Order): { project: string; environment: string | null } {
  const { project, environment, environments } = input as Placed
  return { project, environment: environment ?? environments?.[0] ?? null }
}

/**
 * Locks projects and the open requests of the caller, which come before flags in the order of locks. Returns those that
 * were opened for files: what their flags need now is added there, so that no outdated version of a file can be applied.
 */
export async function lockRequests(
  tx: Tx,
  { places }: Split,
  orders: readonly Order[],
  waiting: readonly Waiting[],
): Promise<Waiting[]> {
  const projects = [...new Set(orders.map((order) => placeOf(order).project))].sort()
  for (const project of projects)
    await guardProject(tx, project, { exclusive: false, allowArchived: false, allowInMaintenance: false })
  for (const place of places) await lockOpenRequest(tx, tx.actor.id, place)
  const open = await lockSeparateRequests(
    tx,
    waiting.map(({ request }) => request),
  )
  return waiting.filter(({ request }) => open.has(request))
}

export type Outcome =
  | { kind: 'done'; undo: readonly Order[] | undefined }
  | { kind: 'proposed'; requests: (Place & Submitted)[] }

/** Executes orders, or proposes them if what they do needs a review. */
export async function executeOrPropose(
  tx: Tx,
  { project, environment, orders }: Reviewed,
  title: string,
  open: readonly Waiting[],
): Promise<Outcome> {
  const { effects } = await tx.rehearse(deputyIn(tx.caller, project), (inner) => executeAll(inner, orders))
  const needed = await listNeeded(tx.read, effects)
  const [first] = needed.filter((place) => place.project === project)
  if (!first) return { kind: 'done', undo: await executeAll(tx, orders) }
  const place = { project, environment: environment ?? first.environment }
  const inPlace = open.filter((one) => one.project === project && one.environment === (environment ?? ''))
  const submitted = await submitOrders(tx, place, orders, {
    title,
    openOf: new Map(inPlace.map(({ flag, request }) => [flag, request])),
  })
  return { kind: 'proposed', requests: submitted.map((request) => ({ ...place, ...request })) }
}
