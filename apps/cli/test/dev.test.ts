import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectStatus } from '../../server/test/cluster/changes.ts'
import { freePort } from '../../server/test/cluster/postgres.ts'
import { BACKEND_TOKEN } from '../../server/test/cluster/server.ts'
import { startWithCli } from './server.ts'

const { server, cli } = await startWithCli()
const file = join(cli.home, 'overrides.json')
const write = (overrides: object) => writeFileSync(file, JSON.stringify(overrides))

type Printed = { url: string; tokens: { backend: string; frontend: string }; overrides: number }
type Feature = { name: string; enabled: boolean; variants: { name: string }[] }

async function start(more: Record<string, string> = {}) {
  const port = String(await freePort())
  const args = ['dev', '--env', 'development', '--overrides', 'overrides.json', '--port', port, '--json']
  const running = cli.start(args, more)
  await expect.poll(() => running.out() + running.err()).toContain('}')
  const printed = JSON.parse(running.out()) as Printed
  const read = async () => {
    const headers = { authorization: printed.tokens.backend }
    const response = await fetch(`${printed.url}/api/client/features`, { headers })
    const { features } = (await response.json()) as { features: Feature[] }
    return new Map(features.map((feature) => [feature.name, feature]))
  }
  const stop = () => {
    running.child.kill('SIGTERM')
    return running.ended
  }
  return { ...printed, read, stop, err: running.err }
}

const turn = (flag: string, state: string) =>
  expectStatus(
    server.call('POST', `/api/admin/projects/default/features/${flag}/environments/development/${state}`),
    200,
  )
const apiTokens = async () => (await server.call('GET', '/api/admin/api-tokens')).body.tokens.length

test('a copy follows the server and the overrides, and leaves nothing behind', async () => {
  for (const flag of ['first', 'second', 'third']) await cli.run(`flags create ${flag}`)
  await turn('second', 'on')
  write({ first: true, second: false, planned: 'blue' })
  const before = await apiTokens()
  const copy = await start()
  expect(copy.overrides).toBe(3)
  expect(await apiTokens()).toBe(before + 1)
  const flags = await copy.read()
  expect(flags.get('first')?.enabled).toBe(true)
  expect(flags.get('second')?.enabled).toBe(false)
  expect(flags.get('third')?.enabled).toBe(false)
  expect(flags.get('planned')).toMatchObject({ enabled: true, variants: [{ name: 'blue' }] })
  const frontend = await fetch(`${copy.url}/api/frontend`, {
    headers: { authorization: copy.tokens.frontend },
  })
  expect(JSON.stringify(await frontend.json())).toContain('"name":"blue"')

  write({ second: false })
  await turn('third', 'on')
  await expect.poll(async () => (await copy.read()).get('third')?.enabled).toBe(true)
  await expect.poll(async () => (await copy.read()).get('first')?.enabled).toBe(false)
  writeFileSync(file, '{')
  await expect.poll(() => copy.err()).toContain('is not JSON')
  expect((await copy.read()).get('second')?.enabled).toBe(false)

  expect((await copy.stop()).exit).toBe(0)
  expect(await apiTokens()).toBe(before)
  const { body } = await server.call('GET', '/api/admin/projects/default/features/first')
  expect(body.environments.some(({ enabled }: { enabled: boolean }) => enabled)).toBe(false)
})

test('a given backend token is used, and local tokens stay the same', async () => {
  write({})
  const before = await apiTokens()
  const [one, two] = [await start({ FLAGSTAFF_SDK_TOKEN: BACKEND_TOKEN }), await start()]
  expect(one.tokens).toEqual(two.tokens)
  expect(await apiTokens()).toBe(before + 1)
  await Promise.all([one.stop(), two.stop()])
  const wrong = await cli.run('dev --env production', { FLAGSTAFF_SDK_TOKEN: BACKEND_TOKEN })
  expect(wrong).toMatchObject({ exit: 2, err: expect.stringContaining('not for production') })
  expect((await cli.run('dev --env development --overrides missing.json')).exit).toBe(2)
  expect((await cli.run('dev --env development --port 0')).exit).toBe(2)
})
