import { findSubject } from './account-queries.ts'
import { signedOutOf } from './addresses.ts'
import { endSessionUrl } from './oidc/exchange.ts'
import type { Providers } from './oidc/provider.ts'
import { signOutUrl } from './saml/exchange.ts'
import { oidcConfig, type Sources, samlConfig } from './settings/effective.ts'

type Ended = { id: number; authType: string; providerHint?: string | undefined }

/** The provider URL for single sign-out; undefined if only our session ends. */
export async function leaveBy(
  sources: Sources,
  providers: Providers,
  { id, authType, providerHint }: Ended,
): Promise<string | undefined> {
  const { settings, read } = sources
  if (authType === 'oidc') {
    const config = await oidcConfig(sources, 'sign-in')
    if (!config?.enableSingleSignOut) return undefined
    return endSessionUrl(await providers.get(config), signedOutOf(settings), providerHint)
  }
  if (authType === 'saml') {
    const config = await samlConfig(sources, 'sign-in')
    const subject =
      config?.signOutUrl && (await findSubject(read, id, { protocol: 'saml', issuer: config.entityId }))
    return config && subject ? signOutUrl(settings, config, subject) : undefined
  }
  return undefined
}
