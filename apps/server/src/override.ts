import { parseArgs } from 'node:util'
import { reasonOf } from '@flagstaff/contract/reason'
import { overrideKeyOf, signOrder } from '@flagstaff/delivery'
import { SettingError } from './platform/settings/setting-error.ts'
import { readSettings, type Settings } from './platform/settings/settings.ts'
import { ulid } from './platform/ulid.ts'

// Turns a flag off without the database: `node apps/server/dist/main.js override off <flag> --env <environment>
// --reason <text> --to <address>`. Ends with 0 if every address accepted the order, 1 if not, 2 if it cannot be signed.

const USAGE = `Usage:
  override off <flag> --env <environment> --reason <text> [--to <address>]...
  override key

Run it with the settings of a server. Without --to, the order goes to the server on this machine.
`
const PATIENCE_MS = 5_000
const hints: Record<string, string> = {
  applied: 'not stored, because SNAPSHOT_FOLDER is not set: if the process restarts, send the order again',
  // Every flag is off in an environment that does not exist.
  'off already': 'if the flag still does harm, check its name and the environment',
}

try {
  await run(process.argv.slice(3))
} catch (error) {
  // Wrong options and settings; anything else is a fault of the program.
  if (!(error instanceof SettingError || isWrongUse(error))) throw error
  fail(error instanceof SettingError ? error.message : `${error.message}\n\n${USAGE}`)
}

async function run(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      env: { type: 'string' },
      reason: { type: 'string' },
      to: { type: 'string', multiple: true },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const [action, flag] = positionals
  const { env: environment, reason, to } = values
  if (values.help) return process.stdout.write(USAGE)
  const order = action === 'off' && flag && environment && reason ? { flag, environment, reason } : undefined
  if (!order && action !== 'key') return fail(USAGE)
  const settings = readSettings(process.env)
  const [key] = settings.encryptionKeys
  if (key === undefined) return fail('Set ENCRYPTION_KEY to the key of the servers, which signs the order.')
  if (!order) return process.stdout.write(`${overrideKeyOf(key)}\n`)
  const signed = signOrder({ ...order, id: ulid(), at: new Date().toISOString() }, key)
  await send(to ?? [addressHere(settings)], signed)
}

/** The server on this machine, which listens on all addresses unless HTTP_HOST names one. */
function addressHere({ host, port, basePath }: Settings): string {
  const name = ['::', '0.0.0.0'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}${basePath}`
}

function isWrongUse(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
}

function fail(text: string) {
  process.stderr.write(`${text.trimEnd()}\n`)
  process.exitCode = 2
}

async function send(addresses: readonly string[], order: string) {
  const body = JSON.stringify({ order })
  for (const address of addresses) {
    const { ok, text } = await sendTo(address, body)
    process.stdout.write(`${ok ? 'ok  ' : 'BAD '}  ${address}  ${text}\n`)
    if (!ok) process.exitCode = 1
  }
}

async function sendTo(address: string, body: string): Promise<{ ok: boolean; text: string }> {
  try {
    const response = await fetch(`${address.replace(/\/$/, '')}/api/overrides`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const { message, outcome, kept } = (await response.json()) as Record<string, unknown>
    if (!response.ok) return { ok: false, text: String(message) }
    const hint = outcome === 'applied' && kept ? undefined : hints[String(outcome)]
    return { ok: true, text: `${outcome}${hint ? `; ${hint}` : ''}` }
  } catch (error) {
    return { ok: false, text: `no answer: ${reasonOf(error)}` }
  }
}
