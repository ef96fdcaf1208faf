import { ProtectionOptions } from '@flagstaff/contract/change-requests'
import Type from 'typebox'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/write/actor.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { protectionUpdated } from './events.ts'
import {
  deleteProtection,
  findProtection,
  hasEnvironment,
  type Protection,
  saveProtection,
} from './queries.ts'
import { raiseApprovals } from './raise-queries.ts'

const SetProtection = Type.Interface([Type.Partial(ProtectionOptions)], {
  project: Type.String(),
  environment: Type.String(),
  enabled: Type.Boolean(),
  requiredApprovals: Type.Integer({ minimum: 1, maximum: 10 }),
})

/** Whether flags of a project can be changed in an environment without a review. */
export const setProtection = command({
  name: 'protection.set',
  input: SetProtection,
  permission: ['PROJECT_CHANGE_REQUEST_WRITE', 'UPDATE_PROJECT'],
  scope: ({ project }) => ({ project }),
  load: async (tx, { project, environment }) => {
    if (!(await hasEnvironment(tx, project, environment))) throw notFound('environment', environment)
    return findProtection(tx, project, environment)
  },
  async run(tx, { project, environment, enabled, ...wanted }, before) {
    const after = enabled ? { ...(before ?? DEFAULTS), ...wanted } : undefined
    const reason =
      before && isWeaker(before, after) ? skipReason(tx, project, environment, before) : undefined
    if (after) await saveProtection(tx, project, environment, after)
    else await deleteProtection(tx, project, environment)
    if (before && after && after.requiredApprovals > before.requiredApprovals)
      await raiseApprovals(tx, { project, environment }, after.requiredApprovals)
    tx.record(protectionUpdated({ project, environment }, before, after, reason))
  },
  inverse: ({ project, environment }, _result, before): Order =>
    setProtection.with({
      project,
      environment,
      enabled: before !== undefined,
      ...(before ?? { requiredApprovals: 1 }),
    }),
})

/** As the wire format has no options, these keep everything reviewed. */
const DEFAULTS: Omit<Protection, 'requiredApprovals'> = {
  offIsFree: false,
  reasonRequired: true,
  adminsApproveOwn: true,
  strict: false,
}

/** Whether more can be done without a review, or with less of it. */
const isWeaker = (before: Protection, after: Protection | undefined): boolean =>
  !after ||
  after.requiredApprovals < before.requiredApprovals ||
  (after.offIsFree && !before.offIsFree) ||
  (after.adminsApproveOwn && !before.adminsApproveOwn) ||
  (before.reasonRequired && !after.reasonRequired) ||
  (before.strict && !after.strict)

/**
 * Weakening a protection skips the reviews to come, so it needs the same permission, and of people a reason. Tools such
 * as Terraform cannot send one; the event names their token.
 */
function skipReason(
  { caller }: Tx,
  project: string,
  environment: string,
  { reasonRequired }: Protection,
): string | undefined {
  const where = `${project} · ${environment}`
  const place = { project, environment, flags: [], segments: [] }
  if (caller.actor.type === 'system' || !caller.may('SKIP_CHANGE_REQUEST', { project, environment })) {
    throw new AppError(
      'protected',
      { where },
      { extra: { permissions: ['SKIP_CHANGE_REQUEST'], protected: [place], hidden: 0 } },
    )
  }
  if (reasonRequired && !caller.reason && !isTool(caller))
    throw new AppError('reasonNeeded', { where }, { extra: { protected: [place], hidden: 0 } })
  return caller.reason
}

const isTool = ({ actor }: Caller) => actor.type === 'token' || actor.type === 'service-account'
