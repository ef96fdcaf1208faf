import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import { outboundFetch } from '../../../platform/http/outbound.ts'
import type { ProxySettings } from '../../../platform/settings/proxy-settings.ts'
import type { OidcConfig } from '../../../platform/settings/sso-settings.ts'
import { reasonOf, SignInFault } from '../problems.ts'

const WELL_KNOWN = '/.well-known/openid-configuration'
/** Cache lifetime of the discovery document, which rarely changes; signing keys are refreshed separately. */
const KEPT_MS = 10 * 60_000
/** Retry interval after a failed discovery. */
const RETRY_MS = 5_000
const LEEWAY_SECONDS = 60
const limits = { mostBytes: 512 * 1024, timeoutMs: 5_000 }

export type Providers = { get(config: OidcConfig): Promise<Configuration> }

type Options = { privateAddresses: boolean; proxy: ProxySettings }

/** Caches the configured provider; discovery runs again when the settings change or the cache expires. */
export function openProviders({ privateAddresses, proxy }: Options): Providers {
  let known: { key: string; until: number; provider: Promise<Configuration> } | undefined
  const fetch = outboundFetch({ privateAddresses, proxy, ...limits })
  return {
    get(config) {
      const key = JSON.stringify([
        config.discoverUrl,
        config.clientId,
        config.secret,
        config.idTokenSigningAlgorithm,
      ])
      if (known?.key === key && known.until > Date.now()) return known.provider
      const provider = discover(config, fetch)
      const entry = { key, until: Date.now() + KEPT_MS, provider }
      known = entry
      provider.catch(() => {
        entry.until = Date.now() + RETRY_MS
      })
      return provider
    },
  }
}

async function discover(config: OidcConfig, fetch: ReturnType<typeof outboundFetch>): Promise<Configuration> {
  const address = wellKnown(config.discoverUrl)
  const client = {
    id_token_signed_response_alg: config.idTokenSigningAlgorithm,
    [clockTolerance]: LEEWAY_SECONDS,
  }
  try {
    const provider = await discovery(address, config.clientId, client, authenticate(config.secret), {
      [customFetch]: (url, init) => fetch(url, init),
      // Verify the signature of the ID token, even if it came over TLS.
      execute: [enableNonRepudiationChecks, ...(address.protocol === 'http:' ? [allowInsecureRequests] : [])],
    })
    const { issuer } = provider.serverMetadata()
    if (wellKnown(issuer).href !== address.href)
      throw new Error(`its issuer ${issuer} does not match the discovery URL`)
    return provider
  } catch (error) {
    throw new SignInFault('provider', `The provider at ${address.host} cannot be used: ${reasonOf(error)}`)
  }
}

/** Accepts the issuer or the complete discovery URL. */
function wellKnown(address: string): URL {
  const url = new URL(address)
  if (!url.pathname.endsWith(WELL_KNOWN)) url.pathname = `${url.pathname.replace(/\/+$/, '')}${WELL_KNOWN}`
  return url
}

/** Sends the client secret in the body if the provider supports that, otherwise in the header. */
function authenticate(secret: string): ClientAuth {
  const [inBody, inHeader] = [ClientSecretPost(secret), ClientSecretBasic(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported
    const chosen = methods?.includes('client_secret_post') ? inBody : inHeader
    return chosen(server, ...rest)
  }
}
