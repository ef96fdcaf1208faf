import { OidcSettings, SamlSettings } from '@flagstaff/contract/sso'
import Type from 'typebox'
import { AppError, invalid } from '../../../platform/errors.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { findRole } from '../account-queries.ts'
import { settingChanged } from './events.ts'
import { countLinkedAdmins, findSetting, lockSetting, replaceSetting } from './queries.ts'
import { acceptOidc, acceptSaml } from './rules.ts'
import { noOidc, noSaml, OIDC, PASSWORD, SAML, type StoredOidc, type StoredSaml } from './stored.ts'

const permission = ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'] as const
/** Providers that environment variables turn on; they count as ways to sign in. */
const fromEnvironment = Type.Array(Type.String())
const { secret: _secret, enablePkce: _always, ...oidcFields } = OidcSettings.properties
const sealed = Type.Optional(Type.String())

export const setOidc = command({
  name: 'sso.set-oidc',
  input: Type.Object({ ...oidcFields, sealedSecret: sealed, secretCopy: sealed, fromEnvironment }),
  permission,
  scope: () => ({}),
  load: (tx) => lockSetting(tx, OIDC),
  async run(tx, { fromEnvironment: others, ...input }, before) {
    const { secretCopy, ...kept } = plain(before ?? noOidc)
    await requireRole(tx, input)
    const copy = secretCopy !== undefined && input.sealedSecret === undefined ? { secretCopy } : {}
    const after = acceptOidc({ ...kept, ...copy, ...input } as StoredOidc)
    if (!after.enabled) await keepAWayIn(tx, SAML, others)
    await replaceSetting(tx, OIDC, after)
    tx.record(settingChanged(OIDC, before, after))
  },
  inverse: ({ fromEnvironment: others }, _result, before): Order =>
    setOidc.with({ ...plain(before ?? noOidc), fromEnvironment: others }),
})

export const setSaml = command({
  name: 'sso.set-saml',
  input: Type.Object({ ...SamlSettings.properties, sealedKey: sealed, fromEnvironment }),
  permission,
  scope: () => ({}),
  load: (tx) => lockSetting(tx, SAML),
  async run(tx, { fromEnvironment: others, ...input }, before) {
    await requireRole(tx, input)
    const after = acceptSaml({ ...plain(before ?? noSaml), ...input } as StoredSaml)
    if (!after.enabled) await keepAWayIn(tx, OIDC, others)
    await replaceSetting(tx, SAML, after)
    tx.record(settingChanged(SAML, before, after))
  },
  inverse: ({ fromEnvironment: others }, _result, before): Order =>
    setSaml.with({ ...plain(before ?? noSaml), fromEnvironment: others }),
})

/** Passwords can only be turned off after an administrator has signed in through a provider. */
export const setPassword = command({
  name: 'sso.set-password',
  input: Type.Object({ disabled: Type.Boolean(), fromEnvironment }),
  permission,
  scope: () => ({}),
  load: (tx) => lockSetting(tx, PASSWORD),
  async run(tx, { disabled, fromEnvironment: others }, before) {
    if (disabled) await refuseLockout(tx, others)
    await replaceSetting(tx, PASSWORD, { disabled })
    tx.record(settingChanged(PASSWORD, before && { disabled: before.disabled }, { disabled }))
  },
  inverse: ({ fromEnvironment: others }, _result, before): Order =>
    setPassword.with({ disabled: before?.disabled ?? false, fromEnvironment: others }),
})

async function requireRole(tx: Tx, { defaultRootRoleId: role }: { defaultRootRoleId?: number }) {
  if (role !== undefined && !(await findRole(tx.read, role)))
    throw invalid(`The root role ${role} does not exist.`, 'defaultRootRoleId')
}

async function refuseLockout(tx: Tx, others: readonly string[]) {
  const [oidc, saml] = [await findSetting(tx.read, OIDC), await findSetting(tx.read, SAML)]
  if (others.length === 0 && !oidc?.enabled && !saml?.enabled)
    throw new AppError('denied', {
      reason: 'Nobody could sign in anymore. Set up an identity provider and turn it on first.',
    })
  if ((await countLinkedAdmins(tx.read)) === 0)
    throw new AppError('denied', {
      reason:
        'No administrator has signed in through an identity provider yet. Sign in that way once to make sure that it works, then turn off passwords.',
    })
}

/** Refuses to turn off the last provider while passwords are off. */
async function keepAWayIn(tx: Tx, other: typeof OIDC | typeof SAML, others: readonly string[]) {
  const password = await findSetting(tx.read, PASSWORD)
  if (!password?.disabled || others.length > 0) return
  if ((await findSetting(tx.read, other))?.enabled) return
  throw new AppError('denied', {
    reason: 'Password sign-in is turned off, and this is the only provider. Turn on passwords first.',
  })
}

function plain<T extends object>(stored: T): Omit<T, 'objectVersion'> {
  const { objectVersion: _version, ...rest } = stored as T & { objectVersion?: number }
  return rest
}
