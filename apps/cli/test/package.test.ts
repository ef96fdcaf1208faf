import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cpuOf,
  familyOf,
  freePort,
  type Installed,
  install,
  lives,
  postmasterOf,
  type Run,
  serverOf,
} from './installed.ts'

// The published package, from the tarball to a killed PostgreSQL. Tests build on each other: all use the same data.

const ADMIN = '*:*.package-test'
const flags = '/api/admin/projects/default/features'
let flagstaff: Installed
let data: string

beforeAll(async () => {
  flagstaff = await install()
  data = join(flagstaff.home, 'data/flagstaff/default')
})
afterAll(() => flagstaff?.remove())

const createFlag = (url: string, name: string) =>
  fetch(url + flags, {
    method: 'POST',
    headers: { authorization: ADMIN, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })

async function listFlags(url: string): Promise<string[]> {
  const response = await fetch(url + flags, { headers: { authorization: ADMIN } })
  const { features } = (await response.json()) as { features: { name: string }[] }
  return features.map(({ name }) => name).sort()
}

async function epochIn(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query('select epoch from counter')
  await client.end()
  return rows[0].epoch
}

async function interrupt(run: Run) {
  run.child.kill('SIGINT')
  expect(await run.ended).toBe(0)
}

test('the package is small and installs few others', () => {
  expect(statSync(flagstaff.tarball).size).toBeLessThan(5_000_000)
  const installed = readdirSync(flagstaff.modules, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .flatMap(({ name }) => (name.startsWith('@') ? readdirSync(join(flagstaff.modules, name)) : [name]))
  expect(installed.length).toBeLessThanOrEqual(3)
  const manifest = JSON.parse(readFileSync(join(flagstaff.modules, 'flagstaff/package.json'), 'utf8'))
  expect(execFileSync(process.execPath, [flagstaff.program, '--version'], { encoding: 'utf8' }).trim()).toBe(
    manifest.version,
  )
})

test('printing the version costs little more than starting Node', () => {
  const report = 'data:text/javascript,process.on("exit",()=>process._rawDebug(process.cpuUsage().user))'
  const cpu = (...args: string[]) => {
    const runs = Array.from({ length: 5 }, () =>
      Number(spawnSync(process.execPath, ['--import', report, ...args], { encoding: 'utf8' }).stderr),
    )
    return Math.min(...runs) / 1000
  }
  const [bare, version] = [cpu('-e', '0'), cpu(flagstaff.program, '--version')]
  process.stdout.write(`CPU of --version: ${version} ms; of Node alone: ${bare} ms\n`)
  expect(version).toBeLessThan(bare * 5)
})

test('without npm, it says what else to do', async () => {
  const path = join(flagstaff.home, 'only-node')
  mkdirSync(path)
  symlinkSync(process.execPath, join(path, 'node'))
  const run = flagstaff.run(['start', '--no-open'], { PATH: path, npm_execpath: undefined })
  expect(await run.ended).toBe(1)
  expect(run.output()).toContain('npm is needed to get PostgreSQL')
  expect(run.output()).toContain('DATABASE_URL=postgres://')
  expect(run.output()).toContain('docker compose')
})

test('wrong options are refused with exit code 2', async () => {
  const run = flagstaff.run(['start', '--port', 'many'])
  expect(await run.ended).toBe(2)
  expect(run.output()).toContain('--port must be a number')
})

test('a start that waits for its database says so and can be stopped', async () => {
  const run = flagstaff.run(['start', '--no-open', '--port', String(await freePort())], {
    DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/nothing`,
  })
  await expect.poll(() => run.output()).toContain('the database does not respond yet')
  await interrupt(run)
})

test('--demo refuses a database that is not its own', async () => {
  const run = flagstaff.run(['start', '--demo'], { DATABASE_URL: 'postgres://host/production' })
  expect(await run.ended).toBe(1)
  expect(run.output()).toContain('administrators with a known password')
})

test('the first start gets PostgreSQL, and everything acknowledged survives kill -9 of everything', async () => {
  const first = await flagstaff.start([], { INIT_ADMIN_API_TOKENS: ADMIN })
  expect(first.output()).toMatch(/Getting PostgreSQL 18\.\d+ \(\d+ MB\), once/)
  expect(first.output()).toMatch(/\/setup\?token=\S+/)
  const token = /default:development\.v2_\S+/.exec(first.output())?.[0] ?? ''
  const asked = await fetch(`${first.url}/api/client/features`, { headers: { authorization: token } })
  expect(asked.status).toBe(200)
  const page = await fetch(`${first.url}/login`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('assets/')
  const server = serverOf(first.pid)
  process.stdout.write(`CPU of the server to the sign-in page: ${cpuOf(server)} s\n`)
  expect(cpuOf(server)).toBeLessThan(10)

  const names = Array.from({ length: 50 }, (_, index) => `flag-${index}`)
  for (let at = 0; at < names.length; at += 10) {
    const some = await Promise.all(names.slice(at, at + 10).map((name) => createFlag(first.url, name)))
    expect(some.map(({ status }) => status)).toEqual(some.map(() => 201))
  }
  const postmaster = postmasterOf(data) ?? 0
  const everything = new Set([...familyOf(first.pid), ...familyOf(postmaster)])
  for (const pid of everything) process.kill(pid, 'SIGKILL')
  await first.ended

  const again = await flagstaff.start()
  expect(again.output()).not.toContain('Getting PostgreSQL')
  expect(again.output()).not.toContain('backend token')
  expect(await listFlags(again.url)).toEqual(names.sort())
  await interrupt(again)
})

test('Ctrl-C stops the server and PostgreSQL', async () => {
  const run = await flagstaff.start()
  const postmaster = postmasterOf(data) ?? 0
  const everything = [...familyOf(run.pid), ...familyOf(postmaster)]
  expect(everything.filter(lives).length).toBeGreaterThanOrEqual(3)
  await interrupt(run)
  expect(everything.filter(lives)).toEqual([])
  expect(postmasterOf(data)).toBeUndefined()
})

test('PostgreSQL is started again when it ends, and the server goes on', async () => {
  const folder = join(flagstaff.home, 'ends')
  const run = await flagstaff.start(['--data', folder], { INIT_ADMIN_API_TOKENS: ADMIN })
  expect((await createFlag(run.url, 'before')).status).toBe(201)
  for (const time of [1, 2]) {
    process.kill(postmasterOf(folder) ?? 0, 'SIGKILL')
    await expect.poll(() => run.output().match(/PostgreSQL runs again/g)?.length).toBe(time)
    await expect.poll(async () => (await createFlag(run.url, `after-${time}`)).ok).toBe(true)
  }
  expect(run.output()).toContain(`${folder}/postgres.log says why`)
  expect(await listFlags(run.url)).toEqual(['after-1', 'after-2', 'before'])
  const postmaster = postmasterOf(folder) ?? 0
  await interrupt(run)
  expect(lives(postmaster)).toBe(false)
})

test('a demo whose filling was killed is made anew, without an admin token', async () => {
  const folder = join(flagstaff.home, 'demo')
  const killed = flagstaff.run([
    'start',
    '--no-open',
    '--demo',
    '--data',
    folder,
    '--port',
    String(await freePort()),
  ])
  await expect.poll(() => killed.output()).toContain('Filling it with the demo shop')
  const everything = new Set([...familyOf(killed.pid), ...familyOf(postmasterOf(folder) ?? 0)])
  for (const pid of everything) process.kill(pid, 'SIGKILL')
  await killed.ended

  const run = await flagstaff.start(['--demo', '--data', folder])
  expect(run.output()).toContain('Filling it with the demo shop')
  const session = await fetch(`${run.url}/auth/simple/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ida.berg', password: 'Demo-accounts-7' }),
  })
  const cookie = session.headers.getSetCookie().map((one) => one.split(';')[0])
  const get = async (path: string) =>
    (await fetch(`${run.url}/api/admin${path}`, { headers: { cookie: cookie.join('; ') } })).json()
  const { tokens } = (await get('/api-tokens')) as { tokens: { type: string }[] }
  expect(tokens.filter(({ type }) => type === 'admin')).toEqual([])
  expect(((await get('/metrics/applications')) as { applications: object[] }).applications).toHaveLength(4)
  await interrupt(run)
})

test('the demo needs a new installation', async () => {
  const run = flagstaff.run(['start', '--demo'])
  expect(await run.ended).toBe(1)
  expect(run.output()).toContain('add --name demo')
})

test('a killed start ends its server, and the next start adopts its PostgreSQL', async () => {
  // Too long for a Unix socket inside.
  const long = join(flagstaff.home, 'a-folder-with-a-name-'.repeat(5))
  const run = await flagstaff.start(['--data', long], { INIT_ADMIN_API_TOKENS: ADMIN })
  expect((await createFlag(run.url, 'kept')).status).toBe(201)
  const server = serverOf(run.pid)
  const postmaster = postmasterOf(long) ?? 0
  run.child.kill('SIGKILL')
  await expect.poll(() => lives(server)).toBe(false)
  expect(lives(postmaster)).toBe(true)

  const next = await flagstaff.start(['--data', long])
  expect(postmasterOf(long)).toBe(postmaster)
  expect(await listFlags(next.url)).toEqual(['kept'])
  await interrupt(next)
  await expect.poll(() => lives(postmaster)).toBe(false)
})

test('a second start on the same data or port is refused, and the first goes on', async () => {
  const run = await flagstaff.start()
  const second = flagstaff.run(['start', '--no-open', '--port', '1025'])
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(`process ${run.pid}`)
  const { port } = new URL(run.url)
  const other = flagstaff.run(['start', '--no-open', '--temporary', '--port', port])
  expect(await other.ended).toBe(1)
  expect(other.output()).toContain(`Port ${port} is in use`)
  expect((await fetch(`${run.url}/health`)).status).toBe(200)
  await interrupt(run)
})

test('administrators with the password of the demo are not moved', async () => {
  const call = (url: string, method: string, path: string, body?: object) =>
    fetch(`${url}/api/admin/user-admin${path}`, {
      method,
      headers: { authorization: ADMIN, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const run = await flagstaff.start()
  const person = { username: 'ida.berg', name: 'Ida Berg', rootRole: 1, sendEmail: false }
  const made = await call(run.url, 'POST', '', { ...person, password: 'Demo-accounts-7' })
  expect(made.status).toBe(201)
  const { id } = (await made.json()) as { id: number }
  await interrupt(run)

  const name = `flagstaff_demo_${process.pid}`
  const admin = new pg.Client({ connectionString: process.env.TEST_POSTGRES ?? '' })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const to = Object.assign(new URL(process.env.TEST_POSTGRES ?? ''), { pathname: `/${name}` }).href
  const target = new pg.Client({ connectionString: to })
  try {
    const refused = flagstaff.run(['move', '--to', to])
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toContain('the password of ida.berg is published')
    await target.connect()
    const { rows } = await target.query(
      `select 1 from information_schema.tables where table_schema = 'public'`,
    )
    expect(rows).toEqual([])
  } finally {
    await target.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
  const again = await flagstaff.start()
  // As the message says: there is another administrator first.
  const own = { username: 'own', name: 'Own', rootRole: 1, sendEmail: false, password: 'Correct-horse-7' }
  expect((await call(again.url, 'POST', '', own)).status).toBe(201)
  expect((await call(again.url, 'DELETE', `/${id}`)).status).toBe(200)
  await interrupt(again)
})

test('everything moves to another database, where it goes on', async () => {
  const server = process.env.TEST_POSTGRES ?? ''
  const name = `flagstaff_move_${process.pid}`
  const to = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  try {
    const moved = flagstaff.run(['move', '--to', to])
    expect(await moved.ended, moved.output()).toBe(0)
    expect(moved.output()).toContain('the chain holds')
    const again = flagstaff.run(['move', '--to', to])
    expect(await again.ended).toBe(1)
    expect(again.output()).toContain('has tables')

    const run = await flagstaff.start([], { DATABASE_URL: to, XDG_DATA_HOME: join(flagstaff.home, 'unused') })
    expect(existsSync(join(flagstaff.home, 'unused'))).toBe(false)
    expect(await listFlags(run.url)).toHaveLength(50)
    expect((await createFlag(run.url, 'after-the-move')).status).toBe(201)
    await interrupt(run)
    const here = await flagstaff.start()
    expect(await listFlags(here.url)).toHaveLength(50)
    // Clients of the old database must reload everything.
    expect(await epochIn(to)).not.toBe(
      await epochIn(`postgres://postgres@localhost/flagstaff?host=${data}/socket`),
    )
    await interrupt(here)
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
})

test('data that another process holds is left alone', async () => {
  const lock = join(data, 'postgres/postmaster.pid')
  writeFileSync(lock, `${process.pid}\n${data}/postgres\n0\n5432\n${data}/socket\n\n`)
  const run = flagstaff.run(['start', '--no-open', '--port', '1025'])
  expect(await run.ended).toBe(1)
  expect(run.output()).toContain(`Process ${process.pid} holds the data`)
  rmSync(lock)
})

test('--temporary --demo fills a server and leaves nothing behind', async () => {
  const run = await flagstaff.start(['--temporary', '--demo'])
  const [, username, password] = /sign in\s+(\S+), password (\S+)/.exec(run.output()) ?? []
  const signedIn = await fetch(`${run.url}/auth/simple/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  expect(signedIn.status).toBe(200)
  const cookie = signedIn.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')
  const get = async (path: string) => (await fetch(run.url + path, { headers: { cookie } })).json()
  expect(await get('/api/admin/projects')).toMatchObject({
    projects: expect.arrayContaining([expect.objectContaining({ id: 'checkout' })]),
  })
  // Past days are written into its own database only.
  const { charts } = (await get('/api/admin/insights/charts')) as {
    charts: { lifecycle: { values: unknown[] }[] }
  }
  for (const { values } of charts.lifecycle) expect(values).not.toContain(null)
  // The token that filled it is gone.
  const { tokens } = (await get('/api/admin/api-tokens')) as { tokens: { type: string }[] }
  expect(tokens.filter(({ type }) => type === 'admin')).toEqual([])
  const folder = /data\s+(\S+)/.exec(run.output())?.[1] ?? ''
  expect(existsSync(folder)).toBe(true)
  await interrupt(run)
  expect(existsSync(folder)).toBe(false)
})
