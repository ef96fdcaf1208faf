import { Email } from '@flagstaff/contract/auth'
import Type from 'typebox'
import { isAdministrator } from '../../access/index.ts'
import type { KnownUser } from '../../auth/index.ts'
import { command } from '../../platform/commands.ts'
import { forbidden, invalid } from '../../platform/errors.ts'
import { provisionUser } from '../accounts.ts'
import { findByEmail } from '../queries.ts'

const EDITOR = 'Editor'

/** The account with this address, or a new one that may try everything but the administration. */
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
    if (!user) throw invalid('An account was made at the same moment. Try again.', 'email')
    return user
  },
})
