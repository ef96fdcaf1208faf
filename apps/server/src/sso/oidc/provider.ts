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
import { outboundFetch } from '../../platform/outbound.ts'
import type { ProxySettings } from '../../platform/proxy-settings.ts'
import type { OidcConfig } from '../../platform/sso-settings.ts'
import { reasonOf, SignInFault } from '../problems.ts'

const WELL_KNOWN = '/.well-known/openid-configuration'
/** What a provider says about itself changes seldom; its keys are refreshed by themselves. */
const KEPT_MS = 10 * 60_000
/** A provider that does not answer is not asked more often than this. */
const RETRY_MS = 5_000
const LEEWAY_SECONDS = 60
const limits = { mostBytes: 512 * 1024, timeoutMs: 5_000 }

export type Providers = { get(config: OidcConfig): Promise<Configuration> }

type Options = { privateAddresses: boolean; proxy: ProxySettings }

/** Knows the provider of the settings; asks again when these change, or after a while. */
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
      // The signature counts, not the connection the token came over.
      execute: [enableNonRepudiationChecks, ...(address.protocol === 'http:' ? [allowInsecureRequests] : [])],
    })
    const { issuer } = provider.serverMetadata()
    if (wellKnown(issuer).href !== address.href)
      throw new Error(`it calls itself ${issuer}, which is not where it was found`)
    return provider
  } catch (error) {
    throw new SignInFault('provider', `${address.host} cannot be used: ${reasonOf(error)}`)
  }
}

/** People paste the issuer or the whole address. */
function wellKnown(address: string): URL {
  const url = new URL(address)
  if (!url.pathname.endsWith(WELL_KNOWN)) url.pathname = `${url.pathname.replace(/\/+$/, '')}${WELL_KNOWN}`
  return url
}

/** In the body where the provider takes that, else in the header, which all of them should. */
function authenticate(secret: string): ClientAuth {
  const [inBody, inHeader] = [ClientSecretPost(secret), ClientSecretBasic(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported
    const chosen = methods?.includes('client_secret_post') ? inBody : inHeader
    return chosen(server, ...rest)
  }
}
