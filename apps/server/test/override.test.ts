import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testApp } from './kit.ts'
import { listen } from './stream.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const env = { DATABASE_URL: 'postgres://not-needed/flagstaff', ENCRYPTION_KEY: 'a long random text' }
const off = ['off', 'checkout', '--env', 'development', '--reason', 'It charges twice']

async function override(args: string[], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--conditions=source', main, 'override', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...env, ...more },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code, output }
}

// A server that does not know the flag says so, and thereby that it got the order.
test('without --to, the order goes to the port and path of the server on this machine', async () => {
  const { app } = await testApp({ ENCRYPTION_KEY: env.ENCRYPTION_KEY, BASE_URI_PATH: '/flags' })
  const { port } = new URL(await listen(app.http))
  const place = { BASE_URI_PATH: '/flags', HTTP_HOST: '0.0.0.0' }
  for (const name of ['HTTP_PORT', 'PORT', 'FLAGSTAFF_HTTP_PORT'])
    expect(await override(off, { ...place, [name]: port })).toMatchObject({
      code: 1,
      output: expect.stringContaining(`http://127.0.0.1:${port}/flags  This process serves no flag checkout`),
    })
})

test.each([
  [['--help'], 0],
  [['off', 'checkout'], 2],
  [['off', 'checkout', '--environment', 'development'], 2],
  [[], 2],
])('override %j prints how to use it, and no stack', async (args, code) => {
  const result = await override(args)
  expect(result.code).toBe(code)
  expect(result.output).toContain('override off <flag> --env <environment> --reason <text>')
  expect(result.output).not.toMatch(/\n\s+at /)
})

test('wrong settings are named without a stack', async () => {
  const { code, output } = await override(off, { HTTP_PORT: 'many' })
  expect(code).toBe(2)
  expect(output).toBe('HTTP_PORT must be a number, not many.\n')
})
