import type { Reader } from '../../../platform/database/database.ts'
import { openSecretBox } from '../../../platform/secret-box.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { OidcConfig, SamlConfig } from '../../../platform/settings/sso-settings.ts'
import { findSetting } from './queries.ts'
import { OIDC, SAML } from './stored.ts'

export type Sources = { read: Reader; settings: Settings }
/** A trial also works while the provider is turned off. */
type Use = 'sign-in' | 'trial'

/** The effective configuration: from the environment, otherwise the stored one. Undefined if it is incomplete. */
export async function oidcConfig({ read, settings }: Sources, use: Use): Promise<OidcConfig | undefined> {
  const config = settings.sso.oidc ?? (await storedOidc(read, settings))
  if (!config?.discoverUrl || !config.clientId) return undefined
  return config.enabled || use === 'trial' ? config : undefined
}

export async function samlConfig({ read, settings }: Sources, use: Use): Promise<SamlConfig | undefined> {
  const config = settings.sso.saml ?? (await storedSaml(read, settings))
  if (!config?.entityId || !config.signOnUrl || !config.certificate) return undefined
  return config.enabled || use === 'trial' ? config : undefined
}

async function storedOidc(read: Reader, settings: Settings): Promise<OidcConfig | undefined> {
  const stored = await findSetting(read, OIDC)
  return stored && { ...stored, secret: open(settings, stored.sealedSecret) }
}

async function storedSaml(read: Reader, settings: Settings): Promise<SamlConfig | undefined> {
  const stored = await findSetting(read, SAML)
  if (!stored) return undefined
  const own = [open(settings, stored.sealedKey), stored.spCertificate]
  return { ...stored, spCertificate: own.filter(Boolean).join('\n') }
}

const open = (settings: Settings, sealed: string | undefined): string =>
  sealed === undefined ? '' : openSecretBox(settings.encryptionKeys).open(sealed)
