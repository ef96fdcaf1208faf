import type { Permission } from '@flagstaff/contract/permissions'
import { noPermission } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/write/actor.ts'
import type { TokenType } from '../rules.ts'

type Action = 'READ' | 'CREATE' | 'UPDATE' | 'DELETE'

/** Each token type has separate permissions, which give no access to the other types. */
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
