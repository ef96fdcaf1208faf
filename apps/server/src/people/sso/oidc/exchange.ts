import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client'
import type { OidcConfig } from '../../../platform/settings/sso-settings.ts'
import type { Vouched } from '../accounts.ts'
import { derive } from '../flows.ts'
import { groupsAt } from '../groups.ts'
import { SignInFault } from '../problems.ts'

type Claims = Record<string, unknown>

/** The URL at which the browser signs in. */
export async function authorizationUrl(
  provider: Configuration,
  config: OidcConfig,
  { secret, callback }: { secret: string; callback: string },
): Promise<string> {
  const scopes = ['openid', 'email', 'profile', ...(config.addGroupsScope ? ['groups'] : [])]
  const scope = [...new Set([...scopes, ...config.extraScopes.split(/\s+/).filter(Boolean)])].join(' ')
  const url = buildAuthorizationUrl(provider, {
    redirect_uri: callback,
    scope,
    state: derive(secret, 'state'),
    nonce: derive(secret, 'nonce'),
    code_challenge: await calculatePKCECodeChallenge(derive(secret, 'verifier')),
    code_challenge_method: 'S256',
    ...(config.acrValues ? { acr_values: config.acrValues } : {}),
  })
  return url.href
}

/** The person whom the provider has authenticated, after all checks of its response. */
export async function redeem(
  provider: Configuration,
  config: OidcConfig,
  { secret, answer }: { secret: string; answer: URL },
): Promise<Vouched> {
  if (answer.searchParams.has('error')) throw refused(answer.searchParams)
  const tokens = await authorizationCodeGrant(provider, answer, {
    expectedState: derive(secret, 'state'),
    expectedNonce: derive(secret, 'nonce'),
    pkceCodeVerifier: derive(secret, 'verifier'),
    idTokenExpected: true,
  }).catch(explain)
  const told = tokens.claims()
  if (!told) throw new SignInFault('answer', 'The provider sent no ID token.')
  if (told.azp !== undefined && told.azp !== config.clientId)
    throw new SignInFault('answer', 'The ID token was issued to another application.')
  const claims = await complete(provider, config, { token: tokens.access_token, told })
  return {
    person: personOf(config, told.iss, told.sub, claims),
    claims,
    hint: hintOf(config, tokens.id_token),
  }
}

/** A longer URL is refused by some servers. */
const LONGEST_HINT = 6_000

/** With the ID token, the provider does not ask whether the person wants to sign out. */
const hintOf = ({ enableSingleSignOut }: OidcConfig, token: string | undefined) =>
  enableSingleSignOut && token !== undefined && token.length <= LONGEST_HINT ? token : undefined

/** Requests the user info only if claims are missing in the ID token. */
async function complete(
  provider: Configuration,
  config: OidcConfig,
  { token, told }: { token: string; told: Claims & { sub: string } },
): Promise<Claims> {
  const lacksGroups = config.enableGroupSyncing && groupsAt(told, config.groupJsonPath).length === 0
  const lacksEmail = typeof told.email !== 'string'
  if (!lacksGroups && !lacksEmail) return told
  if (!provider.serverMetadata().userinfo_endpoint) return told
  // Signed claims win.
  return { ...(await fetchUserInfo(provider, token, told.sub)), ...told }
}

/** Providers also send booleans as strings and numbers. */
const DENIALS = new Set(['false', '0'])

function personOf(config: OidcConfig, issuer: string, subject: string, claims: Claims): Vouched['person'] {
  const text = (name: string) =>
    typeof claims[name] === 'string' ? claims[name].trim() || undefined : undefined
  const both = [text('given_name'), text('family_name')].filter(Boolean).join(' ')
  return {
    protocol: 'oidc',
    issuer,
    subject,
    email: text('email'),
    emailVerified: !DENIALS.has(String(claims.email_verified).toLowerCase()),
    name: text('name') ?? (both || undefined),
    groups: config.enableGroupSyncing ? groupsAt(claims, config.groupJsonPath) : undefined,
  }
}

/** The provider refused the code, usually because the client secret is wrong. */
function explain(error: unknown): never {
  if (!(error instanceof ResponseBodyError)) throw error
  const words = [error.error, error.error_description].filter(Boolean).join(': ')
  throw new SignInFault('provider', `The provider rejected the request for a token: ${words.slice(0, 300)}`)
}

const refused = (answer: URLSearchParams) =>
  new SignInFault(
    'denied',
    [answer.get('error'), answer.get('error_description')].filter(Boolean).join(': ').slice(0, 300),
  )

/** The URL for signing out at the provider; undefined if the provider does not support it. */
export function endSessionUrl(
  provider: Configuration,
  back: string,
  idToken: string | undefined,
): string | undefined {
  if (!provider.serverMetadata().end_session_endpoint) return undefined
  const hint = idToken === undefined ? {} : { id_token_hint: idToken }
  return buildEndSessionUrl(provider, { post_logout_redirect_uri: back, ...hint }).href
}
