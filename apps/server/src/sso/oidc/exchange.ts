import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client'
import type { OidcConfig } from '../../platform/sso-settings.ts'
import type { Vouched } from '../accounts.ts'
import { derive } from '../flows.ts'
import { groupsAt } from '../groups.ts'
import { SignInFault } from '../problems.ts'

type Claims = Record<string, unknown>

/** Where the browser goes to sign in. */
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

/** Whom the provider vouches for, once everything about its answer has been checked. */
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
    throw new SignInFault('answer', 'The ID token was made for another application.')
  const claims = await complete(provider, config, { token: tokens.access_token, told })
  return { person: personOf(config, told.iss, told.sub, claims), claims }
}

/** Only where the ID token does not tell enough. */
async function complete(
  provider: Configuration,
  config: OidcConfig,
  { token, told }: { token: string; told: Claims & { sub: string } },
): Promise<Claims> {
  const lacksGroups = config.enableGroupSyncing && groupsAt(told, config.groupJsonPath).length === 0
  const lacksEmail = typeof told.email !== 'string'
  if (!lacksGroups && !lacksEmail) return told
  if (!provider.serverMetadata().userinfo_endpoint) return told
  // What was signed wins.
  return { ...(await fetchUserInfo(provider, token, told.sub)), ...told }
}

function personOf(config: OidcConfig, issuer: string, subject: string, claims: Claims): Vouched['person'] {
  const text = (name: string) =>
    typeof claims[name] === 'string' ? claims[name].trim() || undefined : undefined
  const both = [text('given_name'), text('family_name')].filter(Boolean).join(' ')
  return {
    issuer,
    subject,
    email: text('email'),
    emailVerified: claims.email_verified !== false && claims.email_verified !== 'false',
    name: text('name') ?? (both || undefined),
    groups: config.enableGroupSyncing ? groupsAt(claims, config.groupJsonPath) : undefined,
  }
}

/** The code was not taken: mostly the client secret is wrong. */
function explain(error: unknown): never {
  if (!(error instanceof ResponseBodyError)) throw error
  const words = [error.error, error.error_description].filter(Boolean).join(': ')
  throw new SignInFault('provider', `The provider refused our request: ${words.slice(0, 300)}`)
}

const refused = (answer: URLSearchParams) =>
  new SignInFault(
    'denied',
    [answer.get('error'), answer.get('error_description')].filter(Boolean).join(': ').slice(0, 300),
  )

/** Where the browser goes to leave the provider too; undefined where the provider does not offer that. */
export function endSessionUrl(provider: Configuration, back: string): string | undefined {
  if (!provider.serverMetadata().end_session_endpoint) return undefined
  return buildEndSessionUrl(provider, { post_logout_redirect_uri: back }).href
}
