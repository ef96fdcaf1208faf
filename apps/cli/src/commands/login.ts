import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, type Client, connect } from '@flagstaff/client/connect'
import type { DeviceCodes, DeviceToken } from '@flagstaff/contract/device'
import { openBrowser } from '../browser.ts'
import { type Context, userAgent } from '../context.ts'
import { CliError, exits } from '../exit.ts'
import { findTarget, readConfig, readUrl, writeConfig } from '../settings.ts'

type Options = { name?: string; days: string; open: boolean }

const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'

export async function login({ options, output }: Context<Options>, given?: string) {
  const days = Number(options.days)
  if (!Number.isInteger(days) || days < 1 || days > 365)
    throw new CliError('--days must be a whole number from 1 to 365.', exits.wrongUse)
  const url = readUrl(given ?? findTarget(options)?.url ?? (await askUrl()))
  const client = connect({ url, userAgent })
  const codes = await client.get('POST /auth/device', { body: { host: hostOf(hostname()), days } })
  output.note(`Open ${codes.verification_uri} and enter the code ${codes.user_code}`)
  if (options.open && process.stderr.isTTY) openBrowser(codes.verification_uri_complete)
  output.progress('Waiting for your approval …')
  const token = await waitForToken(client, codes)

  const expiresAt = new Date(Date.now() + token.expires_in * 1000).toISOString()
  const name = options.name ?? new URL(url).host
  const config = readConfig()
  const server = { url, token: token.access_token, tokenId: token.token_id, expiresAt }
  writeConfig({ ...config, current: name, servers: { ...config.servers, [name]: server } })
  const { user } = await connect({ url, token: token.access_token, userAgent }).get('GET /api/admin/user', {})
  const account = user.email ?? user.username ?? user.name ?? ''
  output.result(`Signed in to ${url} as ${account}, until ${expiresAt.slice(0, 10)}`, {
    server: name,
    url,
    account,
    expiresAt,
  })
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
  try {
    const client = connect({ url, token: server.token, userAgent })
    await client.call('DELETE /api/admin/user/tokens/:id', { params: { id: server.tokenId } })
  } catch (error) {
    // The token has expired or was deleted already.
    if (!(error instanceof ApiError) || ![401, 404].includes(error.status)) throw error
  }
  const { [name]: _removed, ...servers } = config.servers
  const { current, ...rest } = config
  writeConfig({ ...rest, ...(current === name || current === undefined ? {} : { current }), servers })
  output.result(`Signed out of ${url}`, { url })
}
