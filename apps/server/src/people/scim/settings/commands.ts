import { SetScimSettings } from '@flagstaff/contract/scim'
import Type from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import { digestOf, newSecret } from '../../tokens/index.ts'
import { scimSwitched, scimTokenReplaced } from './events.ts'
import { lockSwitch, replaceSwitch, replaceToken } from './queries.ts'

const permission = ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'] as const

/** Turns SCIM on or off. */
export const switchScim = command({
  name: 'scim.switch',
  input: SetScimSettings,
  permission,
  scope: () => ({}),
  load: lockSwitch,
  async run(tx, { enabled }, before) {
    await replaceSwitch(tx, { enabled })
    tx.record(scimSwitched(before, { enabled }))
  },
  inverse: (_input, _result, before): Order => switchScim.with({ enabled: before?.enabled ?? false }),
})

/** Creates a new SCIM token. It cannot be undone, since the previous secret is not known. */
export const replaceScimToken = command({
  name: 'scim.replace-token',
  input: Type.Object({}),
  permission,
  scope: () => ({}),
  load: lockSwitch,
  async run(tx, _input, setting) {
    if (!setting?.enabled) throw new AppError('scimOff')
    const { secret } = newSecret('scim:')
    await replaceToken(tx, digestOf(secret))
    tx.record(scimTokenReplaced(setting))
    return { token: secret }
  },
})
