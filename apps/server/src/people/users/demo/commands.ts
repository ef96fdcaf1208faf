import { Email } from '@flagstaff/contract/auth'
import Type from 'typebox'
import { forbidden, invalid } from '../../../platform/errors.ts'
import { command } from '../../../platform/write/commands.ts'
import { isAdministrator } from '../../access/index.ts'
import type { KnownUser } from '../../auth/index.ts'
import { provisionUser } from '../accounts.ts'
import { findByEmail } from '../queries.ts'

const EDITOR = 'Editor'

/** Finds the account with this email address, or creates an editor. */
export const enterDemo = command({
  name: 'user.enter-demo',
  input: Type.Interface([Email], { evenAdmins: Type.Boolean() }),
  permission: 'authenticated',
  scope: () => ({}),
  allowedWhen: ['maintenance'],
  async run(tx, { email, evenAdmins }): Promise<KnownUser> {
    const known = await findByEmail(tx.read, email)
    if (known && !evenAdmins && (await isAdministrator(tx.read, known.id)))
      throw forbidden('Administrators cannot sign in without a password. Sign in with your password.')
    const user = known ?? (await provisionUser(tx, { email, rootRole: EDITOR }))
    if (!user) throw invalid('An account was created at the same time. Try again.', 'email')
    return user
  },
})
