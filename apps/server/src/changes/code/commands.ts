import { CodeOwner } from '@flagstaff/contract/code'
import Type from 'typebox'
import { AppError, noPermission, notFound } from '../../platform/errors.ts'
import { readRevision, refuseNewer } from '../../platform/write/basis.ts'
import { command, executeAll, lockForAll, type Order } from '../../platform/write/commands.ts'
import type { Place } from '../../platform/write/effects.ts'
import { manageAs } from '../../platform/write/manage-as.ts'
import type { Tx } from '../../platform/write/write.ts'
import type { Submitted } from '../requests/index.ts'
import { claimsReleased, codeApplied } from './events.ts'
import type { CodePart, NewClaim } from './parts.ts'
import { executeOrPropose, lockRequests, splitOrders } from './proposals.ts'
import {
  findPlan,
  isLocked,
  listWaiting,
  markApplied,
  releaseClaims,
  removeClaims,
  type StoredPlan,
  saveClaims,
  saveLocks,
} from './queries.ts'

type Request = Place & Submitted & { isGeneral: boolean }

/**
 * Applies one part of a stored plan, all or nothing. The orders come from the plan, never from a request, and each
 * checks the permissions of the caller.
 */
export const applyCode = command({
  name: 'code.apply',
  input: Type.Object({ plan: Type.String(), part: Type.Integer(), group: Type.String() }),
  permission: 'authenticated',
  scope: () => ({}),
  async run(tx, { plan: id, part: index, group }) {
    const plan = await findPlan(tx.read, tx.caller.viewer, id)
    const part = plan?.parts[index]
    if (!plan || !part) throw notFound('plan', id)
    requirePermission(tx, part)
    if (!(await markApplied(tx, id, index))) throw new AppError('planApplied', { id })
    tx.group('transaction', group)
    manageAs(tx, plan.owner)
    const split = await splitOrders(tx, part.orders)
    const waiting = await listWaiting(tx.read, plan.owner, [...part.targets.flags, ...part.targets.archived])
    const open = await lockRequests(tx, split, part.orders, waiting)
    await lockForAll(tx, part.orders)
    const { flags, environments, archived } = part.targets
    await refuseNewer(tx, plan.basis, { flags, environments }, group)
    await refuseNewer(tx, plan.basis, { flags: archived, environments: 'all' }, group)
    const undo = [await executeAll(tx, split.direct)]
    const requests: Request[] = []
    for (const reviewed of split.reviewed) {
      const done = await executeOrPropose(tx, reviewed, titleOf(plan, part), open)
      if (done.kind === 'done') undo.unshift(done.undo)
      else
        requests.push(
          ...done.requests.map((request) => ({ ...request, isGeneral: reviewed.environment === null })),
        )
    }
    const taken = await storeClaims(tx, plan, part, requests)
    const { locks = [] } = part
    await saveLocks(tx, plan.owner, locks)
    const projects = projectsOf(part)
    tx.record(
      codeApplied({
        project: projects.length === 1 ? projects[0] : undefined,
        owner: plan.owner,
        commit: part.source.commit,
        plan: id,
        flags: part.flags,
        // Names belong to a project that the reader of the event can see.
        ...(taken && projects.length === 1 ? { taken } : {}),
        ...(locks[0] && projects.length === 1 ? { locked: locks[0].locked } : {}),
      }),
    )
    return {
      requests: requests.map(({ project, environment, id: request }) => ({
        project,
        environment,
        id: request,
      })),
      undo: undo.every((orders) => orders !== undefined) ? undo.flat() : undefined,
    }
  },
  inverse: (_input, { undo }): readonly Order[] | undefined => undo,
})

/** Claiming fields changes no flag, but decides who is asked; it needs what changing the flag needs. */
function requirePermission(tx: Tx, part: CodePart) {
  for (const project of projectsOf(part))
    if (!tx.caller.may('UPDATE_FEATURE', { project }))
      throw noPermission(['UPDATE_FEATURE'], ` in the project ${project}`)
}

const projectsOf = ({ claims, released, locks = [] }: CodePart): string[] => [
  ...new Set([...claims, ...released, ...locks].map(({ project }) => project)),
]

const titleOf = ({ owner }: StoredPlan, { source: { commit } }: CodePart) =>
  commit ? `${owner} at ${commit.slice(0, 12)}` : `Files of ${owner}`

/** Fields that wait for a review keep the value that was applied before them. */
async function storeClaims(
  tx: Tx,
  { owner }: StoredPlan,
  { claims, released, take, source }: CodePart,
  requests: readonly Request[],
): Promise<string[] | undefined> {
  await removeClaims(tx, owner, released)
  const requestOf = ({ project, flag, environment, field }: NewClaim) =>
    requests.find(
      (one) =>
        one.project === project &&
        one.flags.has(flag) &&
        (one.isGeneral ? field === 'dependencies' : one.environment === environment && environment !== ''),
    )
  const rows = claims.map((claim) => {
    const request = claim.before === undefined ? undefined : requestOf(claim)
    return request
      ? { ...claim, applied: claim.before, proposed: claim.applied, request: request.id }
      : { ...claim, proposed: null, request: null }
  })
  const claiming = { owner, commit: source.commit, take, revision: await readRevision(tx.read) }
  const { other, taken } = await saveClaims(tx, claiming, rows)
  if (other) throw new AppError('claimedByOther', other)
  for (const one of taken)
    if (await isLocked(tx.read, one.owner, one.project)) requireOverride(tx, one.project)
  return taken.length > 0 ? [...new Set(taken.map(({ flag }) => flag))] : undefined
}

/** Ending the lock of another owner is like changing what it locks. */
function requireOverride(tx: Tx, project: string) {
  if (!tx.caller.may('OVERRIDE_MANAGED', { project }))
    throw noPermission(['OVERRIDE_MANAGED'], ` in the project ${project}, because its files are locked`)
}

/** Gives all fields of an owner in a project back to people. */
export const releaseCode = command({
  name: 'code.release',
  input: Type.Object({ project: Type.String(), owner: CodeOwner }),
  permission: 'UPDATE_FEATURE',
  scope: ({ project }) => ({ project }),
  async run(tx, { project, owner }) {
    const wasLocked = await isLocked(tx.read, owner, project)
    if (wasLocked) requireOverride(tx, project)
    const flags = await releaseClaims(tx, owner, project)
    if (wasLocked || flags.length > 0) tx.record(claimsReleased({ project, owner, flags }))
  },
})
