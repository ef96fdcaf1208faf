import { CreateRoleWithPermissions } from '@flagstaff/contract/access'
import { RowId } from '@flagstaff/contract/schema'
import Type from 'typebox'
import { AppError, invalid, nameTaken, notFound } from '../../../platform/errors.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import {
  countHolders,
  insertRole,
  lockRole,
  type RoleRecord,
  removeRole,
  replaceRole,
} from './change-queries.ts'
import { roleCreated, roleDeleted, roleUpdated } from './events.ts'
import { listEnvironments } from './queries.ts'
import { acceptName, acceptPermissions, requireCustom } from './rules.ts'

const administration = { permission: 'ADMIN', scope: () => ({}) } as const
const RoleId = Type.Object({ id: RowId })

export const createRole = command({
  ...administration,
  name: 'role.create',
  // The id is set only when a deleted role is restored.
  input: Type.Object({ id: Type.Optional(RowId), role: CreateRoleWithPermissions }),
  async run(tx, { id, role: { name, description = '', type = 'custom', permissions = [] } }) {
    const role = await insertRole(tx, {
      id,
      name: acceptName(name),
      description,
      type,
      permissions: acceptPermissions(type, permissions, await listEnvironments(tx.read)),
    })
    if (!role) throw nameTaken('role', name)
    tx.record(roleCreated(role))
    return role
  },
  inverse: (_input, { id }): Order => deleteRole.with({ id }),
})

export const updateRole = command({
  ...administration,
  name: 'role.update',
  input: Type.Object({ id: RowId, role: CreateRoleWithPermissions }),
  load: lockExisting,
  async run(tx, { id, role: input }, before) {
    const type = requireCustom(before)
    if (input.type !== undefined && input.type !== type) {
      throw invalid('The type of a role cannot be changed. Create another role.', 'type')
    }
    const role = await replaceRole(tx, id, {
      name: acceptName(input.name),
      description: input.description ?? before.description,
      permissions: input.permissions
        ? acceptPermissions(type, input.permissions, await listEnvironments(tx.read))
        : before.permissions,
    })
    if (!role) throw nameTaken('role', input.name)
    tx.record(roleUpdated(before, role))
    return role
  },
  inverse: ({ id }, _result, before): Order => updateRole.with({ id, role: toInput(before) }),
})

export const deleteRole = command({
  ...administration,
  name: 'role.delete',
  input: RoleId,
  load: lockExisting,
  async run(tx, { id }, role) {
    requireCustom(role)
    const { users, groups } = await countHolders(tx, id)
    if (users + groups > 0) throw new AppError('roleInUse', { name: role.name, users, groups })
    await removeRole(tx, id)
    tx.record(roleDeleted(role))
  },
  inverse: ({ id }, _result, before): Order => createRole.with({ id, role: toInput(before) }),
})

/** A role as input of the create command. */
const toInput = (role: RoleRecord) => ({
  name: role.name,
  description: role.description,
  type: requireCustom(role),
  permissions: role.permissions.map(({ permission, environment }) => ({ name: permission, environment })),
})

async function lockExisting(tx: Tx, { id }: { id: number }): Promise<RoleRecord> {
  const role = await lockRole(tx, id)
  if (!role) throw notFound('role', id)
  return role
}
