import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import { expectStatus } from '../../server/test/cluster/changes.ts'
import { signIn } from '../../server/test/cluster/server.ts'
import { makeCli } from './cli.ts'
import { startTestServer } from './server.ts'

const server = await startTestServer()
const cli = makeCli()
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** Runs a command that needs an approval in the browser. */
async function approved(...args: string[]) {
  const session = await signIn(server)
  const signing = cli.start(args)
  await expect.poll(() => signing.err()).toMatch(/code [A-Z]{4}-[A-Z]{4}/)
  const userCode = /code ([A-Z]{4}-[A-Z]{4})/.exec(signing.err())?.[1]
  await expectStatus(server.call('POST', '/api/admin/device/approve', { userCode }, session), 204)
  return signing.ended
}

async function open(mode: 'auto' | 'legacy') {
  const assistant = new Client({ name: 'some-editor', version: '1.2' }, { versionNegotiation: { mode } })
  const { PATH = '' } = process.env
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--conditions=source', main, 'mcp'],
    cwd: cli.home,
    env: { PATH, HOME: cli.home, XDG_CONFIG_HOME: join(cli.home, 'config') },
  })
  await assistant.connect(transport)
  return assistant
}

const call = async (assistant: Client, name: string, given: Record<string, unknown>) => {
  const { content } = (await assistant.callTool({ name, arguments: given })) as {
    content: { text?: string }[]
  }
  return JSON.parse(content[0]?.text ?? '')
}

test('without a sign-in, the command says what to do', async () => {
  expect(await cli.run('mcp')).toMatchObject({ exit: 2, err: expect.stringContaining('flagstaff login') })
  expect(await cli.run('mcp --login', { FLAGSTAFF_URL: server.url })).toMatchObject({
    exit: 1,
    err: expect.stringContaining('not signed in'),
  })
})

test('signing in for assistants creates a second token, which can only propose', async () => {
  expect(await approved('login', server.url, '--name', 'tests')).toMatchObject({ exit: 0 })
  const ended = await approved('mcp', '--login', '--days', '7')
  expect(ended).toMatchObject({ exit: 0, out: expect.stringContaining('can propose changes') })
  const file = join(cli.home, 'config', 'flagstaff', 'config.json')
  const { token, mcp } = JSON.parse(readFileSync(file, 'utf8')).servers.tests
  expect(mcp.token).not.toBe(token)
  const { body } = await server.call('GET', '/api/admin/user/tokens', undefined, { authorization: token })
  expect(body.pats.map(({ proposeOnly }: { proposeOnly: boolean }) => proposeOnly)).toEqual([false, true])
})

test.each(['auto', 'legacy'] as const)('a client proposes a change over stdio: %s', async (mode) => {
  const assistant = await open(mode)
  const { tools } = await assistant.listTools()
  expect(tools).toHaveLength(10)
  const flag = `stdio-${mode}`
  const created = await call(assistant, 'create_flag', {
    project: 'default',
    name: flag,
    description: 'A flag of a test',
    evenIfSimilar: true,
  })
  expect(created).toMatchObject({ created: true })
  const proposed = await call(assistant, 'propose_change', {
    project: 'default',
    environment: 'development',
    changes: [{ change: 'turn', flag, on: true }],
    title: 'Turn it on',
  })
  expect(proposed).toMatchObject({ proposed: true, state: 'draft' })
  await assistant.close()

  const { body: read } = await server.call('GET', `/api/admin/projects/default/features/${flag}`)
  expect(read.environments.filter(({ enabled }: { enabled: boolean }) => enabled)).toEqual([])
  const { body } = await server.call('GET', `/api/admin/events/${flag}`)
  for (const event of body.events) expect(event).toMatchObject({ via: 'mcp', client: 'some-editor 1.2' })
  expect(body.events.length).toBeGreaterThan(0)
})

test('signing out deletes both tokens', async () => {
  const file = join(cli.home, 'config', 'flagstaff', 'config.json')
  const { token, mcp } = JSON.parse(readFileSync(file, 'utf8')).servers.tests
  expect((await cli.run('logout')).exit).toBe(0)
  for (const authorization of [token, mcp.token])
    expect((await server.call('GET', '/api/admin/user', undefined, { authorization })).status).toBe(401)
})
