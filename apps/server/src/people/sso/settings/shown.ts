import type { OidcSettingsResponse, SamlSettingsResponse } from '@flagstaff/contract/sso'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { Caller } from '../../../platform/write/actor.ts'
import { callbackOf, metadataOf } from '../addresses.ts'
import type { Sources } from './effective.ts'
import { findSetting, type Row } from './queries.ts'
import { certificateIn } from './rules.ts'
import { noOidc, noSaml, OIDC, roleIdOf, SAML } from './stored.ts'

/** Binds the copy of the secret to its place. */
export const SECRET_LABEL = OIDC

/** The settings without secrets, except for the tool that set the secret: Terraform compares it. */
export async function shownOidc(
  { read, settings }: Sources,
  { vault }: Pick<Caller, 'vault'>,
): Promise<OidcSettingsResponse> {
  const fixed = settings.sso.oidc
  if (fixed) {
    const { secret, ...rest } = fixed
    return {
      ...rest,
      defaultRootRoleId: roleIdOf(rest),
      enablePkce: true,
      hasSecret: secret !== '',
      ...fixedParts(settings, 'oidc'),
    }
  }
  const { sealedSecret, secretCopy, ...rest } =
    (await findSetting(read, OIDC)) ?? (noOidc as Row<typeof OIDC>)
  const secret = secretCopy && vault?.().open(Buffer.from(secretCopy, 'base64'), SECRET_LABEL)
  return {
    ...rest,
    defaultRootRoleId: roleIdOf(rest),
    enablePkce: true,
    hasSecret: sealedSecret !== undefined,
    ...(secret ? { secret } : {}),
    ...parts(settings, 'oidc'),
  }
}

export async function shownSaml({ read, settings }: Sources): Promise<SamlSettingsResponse> {
  const metadataUrl = metadataOf(settings)
  const fixed = settings.sso.saml
  if (fixed) {
    const spCertificate = certificateIn(fixed.spCertificate)
    const hasPrivateKey = fixed.spCertificate.includes('PRIVATE KEY')
    return {
      ...fixed,
      defaultRootRoleId: roleIdOf(fixed),
      spCertificate,
      hasPrivateKey,
      metadataUrl,
      ...fixedParts(settings, 'saml'),
    }
  }
  const { sealedKey, ...rest } = (await findSetting(read, SAML)) ?? (noSaml as Row<typeof SAML>)
  return {
    ...rest,
    defaultRootRoleId: roleIdOf(rest),
    hasPrivateKey: sealedKey !== undefined,
    metadataUrl,
    ...parts(settings, 'saml'),
  }
}

const parts = (settings: Settings, kind: 'oidc' | 'saml') => ({
  locked: false,
  callbackUrl: callbackOf(settings, kind),
})
const fixedParts = (settings: Settings, kind: 'oidc' | 'saml') => ({
  ...parts(settings, kind),
  locked: true,
})
