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

test.each([
  ['a number', async () => ({ HTTP_PORT: 'many' }), 'HTTP_PORT must be a number'],
  [
    'a token',
    async () => ({ DATABASE_URL: await cleanDatabase(), INIT_BACKEND_API_TOKENS: '[]:development.secret' }),
    'INIT_BACKEND_API_TOKENS, token 1',
  ],
])('an invalid setting for %s gives a message without a stack trace', async (_what, env, message) => {
  const { code, output } = await refuseToStart({ DATABASE_URL: 'postgres://unused', ...(await env()) })
  expect(code).toBe(1)
  expect(output).toContain(message)
  expect(output).not.toMatch(/\n\s+at /)
  expect(output).not.toContain('development.secret')
})

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
