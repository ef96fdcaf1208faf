import type { Permission } from '@flagstaff/contract/permissions'
import type { Caller } from '../../platform/actor.ts'
import { noPermission } from '../../platform/errors.ts'
import type { TokenType } from '../rules.ts'

type Action = 'READ' | 'CREATE' | 'UPDATE' | 'DELETE'

/** Each kind of token has permissions of its own; whoever holds those of one kind knows nothing of the other. */
const permissionFor = (action: Action, type: TokenType): Permission =>
  type === 'admin'
    ? 'ADMIN'
    : type === 'frontend'
      ? `${action}_FRONTEND_API_TOKEN`
      : `${action}_CLIENT_API_TOKEN`

const types: readonly TokenType[] = ['backend', 'frontend', 'admin']

export const typesFor = (caller: Caller, action: Action): TokenType[] =>
  types.filter((type) => caller.may(permissionFor(action, type), {}))

export function requireType(caller: Caller, action: Action, type: TokenType) {
  const permission = permissionFor(action, type)
  if (!caller.may(permission, {})) throw noPermission([permission])
}
