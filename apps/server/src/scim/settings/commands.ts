import { SetScimSettings } from '@flagstaff/contract/scim'
import Type from 'typebox'
import { command, type Order } from '../../platform/commands.ts'
import { notFound } from '../../platform/errors.ts'
import { digestOf, newSecret } from '../../tokens/index.ts'
import { scimSwitched, scimTokenReplaced } from './events.ts'
import { lockSwitch, replaceSwitch, replaceToken } from './queries.ts'

const permission = ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'] as const

/** Whether an identity provider keeps accounts and groups. */
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

/** A new token for the identity provider. Nothing takes this back: the one before is not known any more. */
export const replaceScimToken = command({
  name: 'scim.replace-token',
  input: Type.Object({}),
  permission,
  scope: () => ({}),
  load: lockSwitch,
  async run(tx, _input, setting) {
    if (!setting?.enabled) throw notFound('setting', 'scim')
    const { secret } = newSecret('scim:')
    await replaceToken(tx, digestOf(secret))
    tx.record(scimTokenReplaced(setting))
    return { token: secret }
  },
})
