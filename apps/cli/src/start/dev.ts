import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@flagstaff/client/connect'
import { reasonOf } from '@flagstaff/contract/reason'
import { type Context, userAgent } from '../context.ts'
import { CliError, exits } from '../exit.ts'
import type { Output } from '../output.ts'
import { readStored, writeStored } from '../settings.ts'
import { applyOverrides, type Feature, readOverrides } from './dev-overrides.ts'

type Options = { env: string; overrides?: string; port: string; sdkToken?: string }

const POLL_MS = 2_000
const DAY_MS = 86_400_000

/** Serves a copy of an environment on this computer, with overrides, until it is stopped. */
export async function dev(context: Context<Options>) {
  const { options, output } = context
  const port = Number(options.port)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new CliError('--port must be a number from 1 to 65535.', exits.wrongUse)
  const { url } = context.target()
  const overrides = watched(options.overrides)
  const sdk = await sdkTokenFor(context)
  const folder = mkdtempSync(join(tmpdir(), 'flagstaff-dev-'))
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort())
  try {
    const file = join(folder, 'flags.json')
    const copy = copyTo(file, { url, token: sdk.token, overrides })
    await copy.refresh()
    const { openLocalEdge } = await import('@flagstaff/edge/local')
    const tokens = localTokens(options.env)
    const edge = await openLocalEdge({ port, file, tokens })
    output.result(
      [
        `Serving ${options.env} of ${url} at http://127.0.0.1:${port}, read-only`,
        `  backend token   ${tokens.backend}`,
        `  frontend token  ${tokens.frontend}`,
        `  overrides       ${options.overrides ? `${options.overrides} (${overrides.current.size})` : 'none; use --overrides'}`,
      ].join('\n'),
      {
        url: `http://127.0.0.1:${port}`,
        environment: options.env,
        server: url,
        tokens,
        overrides: overrides.current.size,
      },
    )
    await keepUp(copy.refresh, output, stopping.signal)
    await edge.stop()
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await sdk.end()
  }
  return exits.done
}

/** Says once when something goes wrong, and goes on with the last good copy. */
async function keepUp(refresh: () => Promise<void>, output: Output, signal: AbortSignal) {
  let problem = ''
  while (!signal.aborted) {
    await sleep(POLL_MS, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    const now = await refresh().then(
      () => '',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    if (now !== problem) output.note(now === '' ? 'Up to date again' : `${now} Serving the last copy.`)
    problem = now
  }
}

type Parts = { url: string; token: string; overrides: ReturnType<typeof watched> }

function copyTo(file: string, { url, token, overrides }: Parts) {
  let [etag, last] = ['', '']
  let copy: { features: Feature[]; segments?: unknown } = { features: [] }
  return {
    async refresh() {
      const response = await fetch(`${url}/api/client/features`, {
        headers: {
          authorization: token,
          'user-agent': userAgent,
          'unleash-client-spec': '5.2.0',
          ...(etag ? { 'if-none-match': etag } : {}),
        },
      }).catch((error: unknown) => {
        throw new CliError(`There was no answer from ${url}: ${reasonOf(error)}.`)
      })
      if (response.ok) {
        copy = (await response.json()) as typeof copy
        etag = response.headers.get('etag') ?? ''
      } else if (response.status !== 304)
        throw new CliError(`${url} answered ${response.status} to the SDK token.`)
      const text = JSON.stringify({
        version: 2,
        features: applyOverrides(copy.features, overrides.read()),
        segments: copy.segments ?? [],
      })
      if (text === last) return
      // Replaced as a whole, so that half of it is never served.
      writeFileSync(`${file}.new`, text, { mode: 0o600 })
      renameSync(`${file}.new`, file)
      last = text
    },
  }
}

/** The overrides of a file, read again whenever they are needed. */
function watched(file: string | undefined) {
  const read = () => (file === undefined ? new Map<string, never>() : readOverrides(textOf(file), file))
  let current = read()
  return {
    get current() {
      return current
    },
    read: () => (current = read()),
  }
}

function textOf(file: string): string {
  if (!existsSync(file)) throw new CliError(`${file} does not exist.`, exits.wrongUse)
  return readFileSync(file, 'utf8')
}

/** The same on each start, so that applications can be configured once. Others on this computer cannot guess them. */
function localTokens(environment: string) {
  const stored = readStored<{ secret: string }>('dev.json') ?? { secret: randomBytes(16).toString('hex') }
  writeStored('dev.json', stored)
  const token = (kind: string) => `*:${environment}.local-${kind}-${stored.secret}`
  return { backend: token('backend'), frontend: token('frontend') }
}

type SdkToken = { token: string; end(): Promise<void> }

/** The given backend token, or a new one that is valid for a day and deleted at the end. */
async function sdkTokenFor({ options, client, target }: Context<Options>): Promise<SdkToken> {
  // Anyone can write a `flagstaff.yaml`, so it cannot say where a token of the environment is sent.
  const isChosen = target().urlFrom !== 'flagstaff.yaml'
  const given = options.sdkToken ?? (isChosen ? process.env.FLAGSTAFF_SDK_TOKEN : undefined)
  if (given) {
    if (given.includes(`:${options.env}.`)) return { token: given, end: async () => {} }
    throw new CliError(
      `The SDK token is not for ${options.env}. Choose another token, or another --env.`,
      exits.wrongUse,
    )
  }
  const api = client()
  const created = await api.get('POST /api/admin/api-tokens', {
    body: {
      tokenName: `flagstaff dev on ${hostname().slice(0, 50)}, ${new Date().toISOString()}`,
      type: 'backend',
      environment: options.env,
      projects: ['*'],
      expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
    },
  })
  if (!created.secret) throw new CliError('The server did not return the secret of the new token.')
  const { secret } = created
  return { token: secret, end: () => deleteToken(api, created.id ?? secret) }
}

/** It expires within a day if it cannot be deleted now. */
const deleteToken = async (api: Client, token: string) => {
  await api.call('DELETE /api/admin/api-tokens/:token', { params: { token } }).catch(() => {})
}
