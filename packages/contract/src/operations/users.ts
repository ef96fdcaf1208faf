import { accountOperations } from './users/accounts.ts'
import { ownAccountOperations } from './users/own.ts'
import { serviceAccountOperations } from './users/service-accounts.ts'
import { signUpOperations } from './users/sign-up.ts'

export const usersOperations = {
  ...accountOperations,
  ...ownAccountOperations,
  ...signUpOperations,
  ...serviceAccountOperations,
}
