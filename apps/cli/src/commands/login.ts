import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, type Client, connect } from '@flagstaff/client/connect'
import type { DeviceCodes, DeviceToken } from '@flagstaff/contract/device'
import { openBrowser } from '../browser.ts'
import { type Context, userAgent } from '../context.ts'
import { CliError, exits } from '../exit.ts'
import { findTarget, readConfig, readUrl, type StoredServer, writeConfig } from '../settings.ts'

type Options = SignInOptions & { name?: string }

const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'

export async function login({ options, output }: Context<Options>, given?: string) {
  const url = readUrl(given ?? findTarget(options)?.url ?? (await askUrl()))
  const token = await signIn({ options, output }, url)
  const name = options.name ?? new URL(url).host
  const config = readConfig()
  const server = { url, ...token, ...keptOf(config.servers[name], url) }
  writeConfig({ ...config, current: name, servers: { ...config.servers, [name]: server } })
  const { user } = await connect({ url, token: token.token, userAgent }).get('GET /api/admin/user', {})
  const account = user.email ?? user.username ?? user.name ?? ''
  const { expiresAt } = token
  output.result(`Signed in to ${url} as ${account}, until ${expiresAt.slice(0, 10)}`, {
    server: name,
    url,
    account,
    expiresAt,
  })
}

const keptOf = (former: StoredServer | undefined, url: string) =>
  former?.mcp && former.url === url ? { mcp: former.mcp } : {}

export type SignInOptions = { days: string; open: boolean }

/** Waits until the user has approved this computer in the browser. */
export async function signIn(
  { options, output }: Pick<Context<SignInOptions>, 'options' | 'output'>,
  url: string,
  { proposeOnly = false } = {},
) {
  const days = Number(options.days)
  if (!Number.isInteger(days) || days < 1 || days > 365)
    throw new CliError('--days must be a whole number from 1 to 365.', exits.wrongUse)
  const client = connect({ url, userAgent })
  const codes = await client.get('POST /auth/device', {
    body: { host: hostOf(hostname()), days, ...(proposeOnly ? { propose_only: true } : {}) },
  })
  output.note(`Open ${codes.verification_uri} and enter the code ${codes.user_code}`)
  const page = URL.parse(codes.verification_uri_complete)
  const isWeb = page !== null && /^https?:$/.test(page.protocol)
  if (options.open && process.stderr.isTTY && isWeb) openBrowser(page.href)
  output.progress('Waiting for your approval …')
  const { access_token: token, token_id: tokenId, expires_in } = await waitForToken(client, codes)
  return { token, tokenId, expiresAt: new Date(Date.now() + expires_in * 1000).toISOString() }
}

async function waitForToken(client: Client, codes: DeviceCodes): Promise<DeviceToken> {
  let seconds = codes.interval
  const body = { grant_type, device_code: codes.device_code } as const
  for (;;) {
    await sleep(seconds * 1000)
    try {
      return await client.get('POST /auth/device/token', { body })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.body.error === 'slow_down') seconds += 5
      else if (error.status === 429) seconds += error.retryAfter ?? 5
      else if (error.body.error !== 'authorization_pending') throw error
    }
  }
}

async function askUrl(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new CliError('Name the server: `flagstaff login https://flags.example.com`.', exits.wrongUse)
  const { isCancel, text } = await import('@clack/prompts')
  const answer = await text({ message: 'Server', placeholder: 'https://flags.example.com' })
  if (isCancel(answer)) throw new CliError('Cancelled.')
  return answer
}

/** The server accepts host names only. */
const hostOf = (name: string): string => name.replace(/[^A-Za-z0-9._-]/g, '-').slice(0, 100) || 'unknown'

export async function logout({ output, target }: Context) {
  const { url } = target()
  const config = readConfig()
  const name = Object.keys(config.servers).find((one) => config.servers[one]?.url === url)
  const server = name === undefined ? undefined : config.servers[name]
  if (name === undefined || !server) throw new CliError(`You are not signed in to ${url}.`)
  const client = connect({ url, token: server.token, userAgent })
  // A token that can only propose changes cannot delete itself.
  for (const id of [server.mcp?.tokenId, server.tokenId]) if (id !== undefined) await deleteToken(client, id)
  const { [name]: _removed, ...servers } = config.servers
  const { current, ...rest } = config
  writeConfig({ ...rest, ...(current === name || current === undefined ? {} : { current }), servers })
  output.result(`Signed out of ${url}`, { url })
}

async function deleteToken(client: Client, id: number) {
  try {
    await client.call('DELETE /api/admin/user/tokens/:id', { params: { id } })
  } catch (error) {
    // The token has expired or was deleted already.
    if (!(error instanceof ApiError) || ![401, 404].includes(error.status)) throw error
  }
}
