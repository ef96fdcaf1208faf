import type { SignInProvider } from '@flagstaff/contract/sso'
import type { Reader } from '../../../platform/database/database.ts'
import type { Handles } from '../../../platform/http/dispatch.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { assignByLogin, assignRest, hideFromPreviousRelease, listInherited, listIssuers } from './queries.ts'

/**
 * Assigns a protocol to links from before it was stored: the one of the login that created the link, otherwise the only
 * one that ever used this issuer. The rest stay undecided.
 */
export async function assignProtocols({
  note,
  read,
  settings,
}: Pick<Handles, 'note' | 'read' | 'settings'>): Promise<void> {
  const inherited = await listInherited(read)
  if (inherited.length === 0) return
  const providers = await listProviders(read, settings)
  await note(async (db) => {
    await assignByLogin(db)
    for (const issuer of inherited) {
      const fitting = new Set(
        providers.filter((one) => isSame(one.issuer, issuer)).map(({ protocol }) => protocol),
      )
      if (fitting.size > 1) await hideFromPreviousRelease(db, issuer)
      await assignRest(db, issuer, fitting.size === 1 ? ([...fitting][0] ?? null) : null)
    }
  })
}

type Provider = { protocol: SignInProvider; issuer: string }

/** The providers in use and all that were set up before, as far as the event log goes back. */
async function listProviders(read: Reader, { sso }: Settings): Promise<Provider[]> {
  return [
    ...(await listIssuers(read)),
    ...(sso.oidc ? [{ protocol: 'oidc', issuer: sso.oidc.discoverUrl } as const] : []),
    ...(sso.saml ? [{ protocol: 'saml', issuer: sso.saml.entityId } as const] : []),
  ]
}

/** Settings of OpenID Connect have the issuer or its discovery URL, with or without a slash at the end. */
const isSame = (one: string, other: string) => bare(one) === bare(other)
const bare = (address: string) =>
  address
    .trim()
    .replace(/\/\.well-known\/openid-configuration$/, '')
    .replace(/\/$/, '')
