import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { cleanDatabase } from './kit.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** Starts the server with invalid settings, or runs a command; returns its output. */
async function refuseToStart(env: Record<string, string>, ...command: string[]) {
  const child = spawn(process.execPath, ['--conditions=source', main, ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HTTP_PORT: '0', LOG_LEVEL: 'warn', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  // Wait for `close`, since output can arrive after the exit.
  const [code] = await once(child, 'close')
  return { code, output }
}

test('unused settings are reported by name', async () => {
  const env = { DATABASE_SCHEMA: 'flags', SECURE_HEADERS: 'true', HTTPS_PROXY: 'nowhere://' }
  const { output } = await refuseToStart({ DATABASE_URL: await cleanDatabase(), ...env })
  expect(output).toContain('HTTPS_PROXY must be')
  const { output: later } = await refuseToStart({
    DATABASE_URL: await cleanDatabase(),
    INIT_ADMIN_API_TOKENS: 'wrong',
    DATABASE_SCHEMA: 'flags',
    SECURE_HEADERS: 'true',
  })
  expect(later.match(/DATABASE_SCHEMA has no effect/g)).toHaveLength(1)
  expect(later).not.toContain('SECURE_HEADERS')
})

const unused = { DATABASE_URL: 'postgres://unused' }
/** This worker's database with other parts of the URL. */
const inDatabase = async (change: (url: URL) => void) => {
  const url = new URL(await cleanDatabase())
  change(url)
  return { DATABASE_URL: url.href }
}
const SECRET = 'Hidden-part-7'
const certificate = fileURLToPath(new URL('../../../package.json', import.meta.url))

test.each([
  ['a number', async () => ({ HTTP_PORT: 'many' }), 'HTTP_PORT must be a number'],
  ['a proxy', async () => ({ TRUSTED_PROXIES: 'banana' }), 'TRUSTED_PROXIES must list IP addresses'],
  ['a log level', async () => ({ LOG_LEVEL: 'verbose' }), 'LOG_LEVEL must be one of trace, debug'],
  ['the public URL', async () => ({ URL: 'nonsense' }), 'URL must be an http or https URL'],
  [
    'mail headers',
    async () => ({ EMAIL_HOST: 'mail', EMAIL_OPTIONAL_HEADERS: '{' }),
    'EMAIL_OPTIONAL_HEADERS',
  ],
  [
    'an @ in the password',
    async () => ({ DATABASE_URL: `postgres://flagstaff:p@${SECRET}@127.0.0.1/flagstaff` }),
    'DATABASE_URL must be a URL such as',
  ],
  [
    'a slash in the password',
    async () => ({ DATABASE_URL: `postgres://flagstaff:p/${SECRET}@127.0.0.1/flagstaff` }),
    'DATABASE_URL must be a URL such as',
  ],
  [
    'a percent sign in the password',
    async () => ({ DATABASE_URL: `postgres://flagstaff:%${SECRET}@127.0.0.1/flagstaff` }),
    'DATABASE_URL must be a URL such as',
  ],
  [
    'a token',
    async () => ({ ...(await inDatabase(() => {})), INIT_BACKEND_API_TOKENS: `[]:development.${SECRET}` }),
    'INIT_BACKEND_API_TOKENS, token 1',
  ],
  [
    'the first administrator',
    async () => ({ ...(await inDatabase(() => {})), ADMIN_USERNAME: 'ada', ADMIN_PASSWORD: 'weak' }),
    'ADMIN_PASSWORD',
  ],
  [
    'the database',
    () => inDatabase((url) => Object.assign(url, { pathname: '/not_there' })),
    'database "not_there" does not exist',
  ],
  [
    'the role',
    () => inDatabase((url) => Object.assign(url, { username: 'nobody_here', password: SECRET })),
    'nobody_here',
  ],
  ['a certificate', async () => ({ DATABASE_SSL_CA_FILE: `${certificate}/none` }), 'DATABASE_SSL_CA_FILE'],
])(
  'a start that fails because of %s ends with one line of JSON that says why',
  async (_what, env, message) => {
    const { code, output } = await refuseToStart({ ...unused, ...(await env()) })
    const lines = output.trim().split('\n')
    expect([code, lines.length]).toEqual([1, 1])
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 60, msg: expect.stringContaining(message) })
    expect(output.length).toBeLessThan(1_000)
    expect(output).not.toContain(SECRET)
  },
)

test('the doctor prints its findings, and ends with 1 for warnings and 2 for problems', async () => {
  const env = { DATABASE_URL: await cleanDatabase(), ENCRYPTION_KEY: 'key', URL: 'http://127.0.0.1:1' }
  const { code, output } = await refuseToStart(env, 'doctor')
  expect([code, output]).toEqual([1, expect.stringMatching(/^ok {4}version +Flagstaff/)])
  expect(output).toMatch(/^warn {2}url .+\n +→ Set URL/m)
  const json = await refuseToStart({ ...env, DATABASE_POOL_MAX: '9999' }, 'doctor', '--json')
  expect(json.code).toBe(2)
  expect(JSON.parse(json.output)).toMatchObject({ state: 'bad' })
  const unknown = await refuseToStart(env, 'nurse')
  expect([unknown.code, unknown.output]).toEqual([2, expect.stringContaining('there is no command nurse')])
})
