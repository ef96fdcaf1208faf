import { parseArgs } from 'node:util'
import { overrideKeyOf, signOrder } from '@flagstaff/delivery'
import { readSettings } from './platform/settings/settings.ts'
import { ulid } from './platform/ulid.ts'

// Turns a flag off without the database: `node apps/server/dist/main.js override off <flag> --env <environment>
// --reason <text> --to <address>`. Ends with 0 if every address accepted the order, 1 if not, 2 if it cannot be signed.

const USAGE = `Usage:
  override off <flag> --env <environment> --reason <text> [--to <address>]...
  override key
`
const PATIENCE_MS = 5_000
const hints: Record<string, string> = {
  applied: 'not stored, because SNAPSHOT_FOLDER is not set: if the process restarts, send the order again',
  // Every flag is off in an environment that does not exist.
  'off already': 'if the flag still does harm, check its name and the environment',
}

const { values, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: { env: { type: 'string' }, reason: { type: 'string' }, to: { type: 'string', multiple: true } },
})
const [action, flag] = positionals
const [key] = readSettings(process.env).encryptionKeys
if (key === undefined) fail('Set ENCRYPTION_KEY to the key of the servers, which signs the order.')
else if (action === 'key') process.stdout.write(`${overrideKeyOf(key)}\n`)
else if (action === 'off' && flag && values.env && values.reason)
  await send(values.to ?? [`http://127.0.0.1:${process.env.PORT ?? 4242}`], {
    id: ulid(),
    flag,
    environment: values.env,
    reason: values.reason,
    at: new Date().toISOString(),
  })
else fail(USAGE)

function fail(text: string) {
  process.stderr.write(`${text}\n`)
  process.exitCode = 2
}

async function send(addresses: readonly string[], order: Parameters<typeof signOrder>[0]) {
  const body = JSON.stringify({ order: signOrder(order, key ?? '') })
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
    return { ok: false, text: `no answer: ${error instanceof Error ? error.message : error}` }
  }
}
