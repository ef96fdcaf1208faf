import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { expectStatus, rulesOf } from '../../server/test/cluster/changes.ts'
import { startProxy } from '../../server/test/cluster/proxy.ts'
import { signIn } from '../../server/test/cluster/server.ts'
import { makeCli } from './cli.ts'
import { startWithCli } from './server.ts'

const { server, cli } = await startWithCli()
const { run } = cli
const json = async (args: string) => JSON.parse((await run(`${args} --json`)).out)

beforeAll(async () => {
  await run('flags create first --description hello')
  await run('flags create second --type experiment')
})

test('flags are listed with tabs, or as JSON', async () => {
  expect(await run('flags list')).toEqual({
    exit: 0,
    out: 'first\tdefault\trelease\t\t\nsecond\tdefault\texperiment\t\t\n',
    err: '',
  })
  const list = await json('flags list --query first')
  expect(list).toMatchObject([
    { name: 'first', description: 'hello', environments: [{ enabled: false }, {}] },
  ])
  expect((await run('flags list --project nothing')).out).toBe('')
})

test('a reader that stops early, such as head, is not an error', async () => {
  const listing = cli.start(['flags', 'list'])
  listing.child.stdout.destroy()
  expect(await listing.ended).toEqual({ exit: 0, out: '', err: '' })
})

test('names for completion are kept for a minute', async () => {
  expect((await run('completion --names flags')).out).toBe('first\nsecond\n')
  expect((await run('completion --names environments')).out).toBe('development\nproduction\n')
  await run('flags create third')
  const file = join(cli.home, 'config', 'flagstaff', 'completion.json')
  const keptAt = (at: number) =>
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), at }))
  keptAt(Date.now())
  expect((await run('completion --names flags')).out).toBe('first\nsecond\n')
  keptAt(Date.now() - 60_000)
  expect((await run('completion --names flags')).out).toBe('first\nsecond\nthird\n')
  await run('flags archive third')
})

test('a flag is turned on, shown, explained, turned off, undone and archived', async () => {
  const { revision } = await json('verify')
  const on = await json('flags on first --env development')
  expect(on).toMatchObject({ done: 'Turned on first in development', undo: expect.any(String) })
  expect((await run('flags show first')).out).toContain('development\ton\t1\t0\n')

  const { out } = await run('explain first --env development --context userId=42 country=NO')
  expect(out).toMatch(/^first is on\n {2}✓ rule 1: flexibleRollout\n/)
  const past = await run(`explain first --env development --at ${revision}`)
  expect(past.out).toBe('first is off\n  It is turned off in the environment.\nSince then: off became on\n')
  expect(await run('explain first --env development --at 1')).toMatchObject({ exit: 1, out: '' })

  expect((await run('flags off first --env development')).out).toBe('Turned off first in development\n')
  expect(await run('undo')).toMatchObject({ exit: 0, out: 'Undone: Turned off first in development\n' })
  expect((await run('undo')).out).toBe('Redone: Turned off first in development\n')
  expect((await run('undo')).out).toBe('Undone: Turned off first in development\n')
  expect((await run('flags show first')).out).toContain('development\ton')
  expect(await run('flags archive second')).toMatchObject({ exit: 0, out: 'Archived second\n' })
  expect((await run('flags list --archived')).out).toContain('second')
  expect((await run('open first')).out).toBe(`${server.url}/projects/default/features/first\n`)
})

test('constraints are explained in the words of the interface', async () => {
  await run('flags create worded')
  const constraints = [
    { contextName: 'country', operator: 'IN', values: ['NO', 'SE'] },
    { contextName: 'plan', operator: 'STR_STARTS_WITH', values: ['team'], inverted: true },
    { contextName: 'age', operator: 'NUM_GTE', value: '18' },
  ]
  const body = { name: 'default', constraints }
  await expectStatus(server.call('POST', rulesOf('worded'), body), 200)
  await run('flags on worded --env development')
  const { out } = await run('explain worded --env development --context country=NO plan=teams')
  expect(out.split('\n').slice(2, 5)).toEqual([
    '    ✓ country is NO, SE (received NO)',
    '    ✗ plan does not start with team (received teams)',
    '    ✗ age is at least 18 (received no value)',
  ])
})

test('an undo after another change ends with 4', async () => {
  const { undo } = await json('flags on first --env production')
  await expectStatus(
    server.call('POST', '/api/admin/projects/default/features/first/environments/production/off'),
    200,
  )
  const refused = await run(`undo ${undo}`)
  expect(refused).toMatchObject({ exit: 4, out: '' })
  expect(refused.err).toContain('was changed afterwards')
  expect(refused.err).toMatch(/request id [0-9a-f-]{36}/)
})

test('a protected environment needs a change request', async () => {
  const session = await signIn(server)
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const { secret } = await expectStatus(
    server.call('POST', '/api/admin/user/tokens', { description: 'cli tests', expiresAt }, session),
    201,
  )
  const path = '/api/admin/projects/default/environments/production/change-requests/config'
  await expectStatus(server.call('PUT', path, { changeRequestsEnabled: true }, session), 204)
  const as = { FLAGSTAFF_TOKEN: secret }
  const refused = await run('flags on first --env production', as)
  expect(refused).toMatchObject({ exit: 1, out: '' })
  expect(refused.err).toContain('--propose')
  const proposed = await run('flags on first --env production --propose', as)
  expect(proposed).toMatchObject({ exit: 5, err: '' })
  expect(proposed.out).toMatch(/^Waits for approval: http.*\/projects\/default\/change-requests\/\d+\n$/)
  expect((await run('flags show first')).out).toContain('production\toff')
  const reasoned = { ...session, 'x-change-reason': 'tests' }
  await expectStatus(server.call('PUT', path, { changeRequestsEnabled: false }, reasoned), 204)
})

test('watch prints changes as lines of JSON, and ends when it is stopped', async () => {
  const watching = cli.start(['watch', '--env', 'development', '--json'])
  await expect
    .poll(async () => {
      await run('flags off first --env development')
      await run('flags on first --env development')
      return watching.out()
    })
    .toContain('\n')
  const [line = ''] = watching.out().split('\n')
  expect(JSON.parse(line)).toMatchObject({ flag: 'first', environment: 'development', kind: 'flag' })
  watching.child.kill('SIGINT')
  expect((await watching.ended).exit).toBe(0)
})

test('the event log verifies, from the start and from a known position', async () => {
  const { exit, out } = await run('verify')
  expect({ exit, out }).toMatchObject({ exit: 0, out: expect.stringContaining('the chain holds') })
  const position = out.trim().split(' ').at(-1)
  await run('flags create third')
  expect(await run(`verify ${position}`)).toMatchObject({ exit: 0 })
  expect(await run(`verify 1:${'0'.repeat(64)}`)).toMatchObject({
    exit: 1,
    out: 'The event log is broken at revision 2.\n',
  })
  expect((await run('verify nonsense')).exit).toBe(2)
})

test('a part of the event log is listed, exported, verified without a server, and not removed too early', async () => {
  const { parts } = await json('events parts')
  expect(parts).toMatchObject([{ first: 1, last: 5_000_000, state: 'open' }])
  expect((await run('events parts')).out).toMatch(
    /^1\t5000000\t\d+\t\d+\t.*\topen\tNew events are still added/,
  )
  const file = join(cli.home, 'part.ndjson.gz')
  const wrote = await run(`events export 5000000 --out ${file}`)
  expect(wrote).toMatchObject({ exit: 0, out: expect.stringContaining('All of them verify.') })
  expect((await run(`events export 5000000 --out ${file}`)).err).toContain('exists. Choose another name')
  const away = { FLAGSTAFF_URL: 'http://127.0.0.1:9' }
  const checked = await run(`events check ${file}`, away)
  expect(checked).toMatchObject({
    exit: 0,
    out: expect.stringMatching(/^\d+ events, 1 to \d+\. All of them verify/),
  })
  const text = gunzipSync(readFileSync(file)).toString()
  expect(checked.out).toContain(createHash('sha256').update(text).digest('hex'))

  const changed = join(cli.home, 'changed.ndjson.gz')
  writeFileSync(changed, gzipSync(text.replace('"flag":"first"', '"flag":"other"')))
  expect(await run(`events check ${changed}`, away)).toMatchObject({
    exit: 1,
    err: expect.stringMatching(/The event \d+ is missing or was changed/),
  })
  writeFileSync(changed, readFileSync(file).subarray(0, 200))
  expect((await run(`events check ${changed}`, away)).err).toContain('damaged or ends early')
  writeFileSync(changed, 'hello')
  expect((await run(`events check ${changed}`, away)).err).toContain('damaged or ends early')
  expect((await run('events check nothing.gz', away)).err).toContain('no such file')
  expect(await run(`events remove ${file}`)).toMatchObject({
    exit: 2,
    err: expect.stringContaining('Add --yes'),
  })
  expect(await run(`events remove ${file} --yes`)).toMatchObject({
    exit: 1,
    err: expect.stringContaining('No part ends with event'),
  })
  expect((await run('events export 7')).err).toContain('The part of the event log 7 does not exist')
  expect((await run('events export seven')).exit).toBe(2)
})

test('doctor checks address, clock, token and streaming', async () => {
  const { exit, out } = await run('doctor')
  expect({ exit, out }).toEqual({
    exit: 0,
    out: expect.stringMatching(/^✓\taddress.*\n✓\tclock.*\n✓\ttoken.*\n✓\tstreaming.*\n$/),
  })
  const wrong = await run('doctor', { FLAGSTAFF_TOKEN: 'user:nobody' })
  expect(wrong).toMatchObject({ exit: 1, out: expect.stringContaining('✗\ttoken') })
  const away = await run('doctor', { FLAGSTAFF_URL: 'http://127.0.0.1:9' })
  expect(away).toMatchObject({ exit: 1, out: expect.stringContaining('✗\taddress') })
})

test('the id of a change can begin with a dash', async () => {
  const { exit, err } = await run('undo -aaaaaaaaaaaaaaaaaaaaa --json')
  expect({ exit, code: JSON.parse(err).error.code }).toEqual({ exit: 1, code: 'notFound' })
})

test('errors say what to do, with the exit status', async () => {
  expect(await run('flags on first')).toMatchObject({ exit: 2, out: '' })
  expect((await run('nonsense')).exit).toBe(2)
  expect((await run('flags on missing --env development')).err).toContain('The flag missing does not exist')
  expect(await run('flags create first')).toMatchObject({
    exit: 1,
    err: expect.stringContaining('request id'),
  })
  expect(await run('whoami', { FLAGSTAFF_URL: 'nowhere' })).toMatchObject({ exit: 2 })
  const refused = await run('whoami --json', { FLAGSTAFF_TOKEN: 'user:nobody' })
  expect(JSON.parse(refused.err).error).toMatchObject({ code: 'badToken', exit: 1 })
  const away = await run('flags create fourth', { FLAGSTAFF_URL: 'http://127.0.0.1:9' })
  expect(away).toMatchObject({ exit: 6, err: expect.stringContaining('not known whether a change was made') })
})

test('a change whose answers are lost is repeated and made once', async () => {
  const proxy = await startProxy(server.url)
  let lost = 0
  proxy.dropReplies((sent) => sent.includes('repeated') && ++lost <= 2)
  const { exit, err } = await run('flags create repeated', { FLAGSTAFF_URL: proxy.url })
  proxy.close()
  expect({ exit, err }).toEqual({ exit: 0, err: '' })
  expect(lost).toBe(3)
  const { body } = await server.call('GET', '/api/admin/events/repeated')
  expect(body.events).toHaveLength(1)
})

test('signing in needs an approval in the browser, and the token is deleted again', async () => {
  const own = makeCli()
  const session = await signIn(server)
  const signing = own.start(['login', server.url, '--days', '7', '--name', 'tests'])
  await expect.poll(() => signing.err()).toMatch(/code [A-Z]{4}-[A-Z]{4}/)
  const userCode = /code ([A-Z]{4}-[A-Z]{4})/.exec(signing.err())?.[1]
  await expectStatus(server.call('POST', '/api/admin/device/approve', { userCode }, session), 204)
  expect(await signing.ended).toMatchObject({ exit: 0, out: expect.stringContaining('Signed in to') })

  const file = join(own.home, 'config', 'flagstaff', 'config.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const { token } = JSON.parse(readFileSync(file, 'utf8')).servers.tests
  expect((await own.run('whoami')).out).toContain('account\tadmin')
  expect((await own.run('use')).out).toMatch(/^\*\ttests\thttp/)
  expect((await own.run('use nothing')).exit).toBe(2)

  // A project cannot send the stored token elsewhere.
  writeFileSync(join(own.home, 'flagstaff.yaml'), 'version: 1\nserver: http://127.0.0.1:9\n')
  expect(await own.run('whoami')).toMatchObject({
    exit: 1,
    err: expect.stringContaining('not signed in to http://127.0.0.1:9'),
  })
  expect(await own.run('whoami', { FLAGSTAFF_TOKEN: token })).toMatchObject({ exit: 1 })
  writeFileSync(join(own.home, 'flagstaff.yaml'), `server: ${server.url}/\n`)
  expect((await own.run('whoami --json')).out).toContain('"urlFrom": "flagstaff.yaml"')

  expect((await own.run('logout')).exit).toBe(0)
  expect((await server.call('GET', '/api/admin/user', undefined, { authorization: token })).status).toBe(401)
  expect((await own.run('whoami')).exit).toBe(1)
})

test('a denied sign-in fails', async () => {
  const own = makeCli()
  const session = await signIn(server)
  const signing = own.start(['login', server.url])
  await expect.poll(() => signing.err()).toMatch(/code [A-Z]{4}-[A-Z]{4}/)
  const userCode = /code ([A-Z]{4}-[A-Z]{4})/.exec(signing.err())?.[1]
  await expectStatus(server.call('POST', '/api/admin/device/deny', { userCode }, session), 204)
  expect(await signing.ended).toMatchObject({ exit: 1, err: expect.stringContaining('was denied') })
})

test('the manifest is printed or written to a file', async () => {
  await server.call('PUT', '/api/admin/projects/default/features/first', {
    valueType: 'string',
    defaultValue: 'classic',
  })
  const manifest = JSON.parse((await run('manifest')).out)
  expect(manifest.flags.first).toEqual({ flagType: 'string', defaultValue: 'classic', description: 'hello' })
  expect(manifest.flags.second).toBeUndefined()
  expect((await run('manifest --out flags.json')).out).toMatch(/^Wrote \d+ flags to flags\.json\n$/)
  expect(JSON.parse(readFileSync(join(cli.home, 'flags.json'), 'utf8'))).toEqual(manifest)
})

test('accessors are generated, and --check tells when they are out of date', async () => {
  const generate = 'generate ts --sdk openfeature --out src/flags.ts'
  expect(await run(`${generate} --check`)).toMatchObject({ exit: 3 })
  expect(await run(generate)).toMatchObject({ exit: 0, err: '' })
  const code = readFileSync(join(cli.home, 'src/flags.ts'), 'utf8')
  expect(code).toContain('export const first = {')
  expect(code).not.toContain("'second'")
  expect(await run(`${generate} --check`)).toMatchObject({ exit: 0 })
  expect((await run(generate)).out).toContain('Nothing to change')
  await server.call('PUT', '/api/admin/projects/default/features/first', { stale: true })
  expect(await run(`${generate} --check`)).toMatchObject({
    exit: 3,
    out: expect.stringContaining('out of date'),
  })
  expect(await run('generate ts --sdk other --out x.ts')).toMatchObject({ exit: 2 })
  const before = readFileSync(join(cli.home, 'src/flags.ts'), 'utf8')
  expect((await run(`${generate} --project missing`)).exit).not.toBe(0)
  expect(readFileSync(join(cli.home, 'src/flags.ts'), 'utf8')).toBe(before)
})

test('a scan finds flags, uploads them and fails on unknown and archived ones', async () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: cli.home })
  expect(await run('scan')).toMatchObject({ exit: 1, err: expect.stringContaining('git ls-files failed') })
  git('init', '-q', '-b', 'main')
  writeFileSync(join(cli.home, 'page.ts'), "first.get()\nisEnabled('second')\nisEnabled('typo')\n")
  git('add', 'page.ts', 'src/flags.ts')
  git('commit', '-qm', 'a')
  expect(await run('scan')).toMatchObject({
    exit: 0,
    out: 'first\tpage.ts:1:1\t\nsecond\tpage.ts:2:11\tarchived\ntypo\tpage.ts:3:11\tunknown\n',
  })
  const failing = await run('scan --fail-on unknown,archived')
  expect(failing).toMatchObject({ exit: 1 })
  expect(failing.err).toContain('✗ page.ts:2: second is archived\n✗ page.ts:3: typo is unknown\n')
  expect(await run('scan --fail-on stale')).toMatchObject({ exit: 2 })
  expect(await run('scan --upload')).toMatchObject({ exit: 2, err: expect.stringContaining('--repository') })
  const uploaded = await run('scan --upload --repository shop/web')
  expect(uploaded).toMatchObject({
    exit: 0,
    err: expect.stringContaining('Uploaded 2 references of shop/web'),
  })
  const read = async () =>
    expectStatus(server.call('GET', '/api/admin/projects/default/features/first/code-references'), 200)
  const place = { path: 'page.ts', line: 1, column: 1 }
  expect((await read()).repositories).toMatchObject([
    { name: 'shop/web', branch: 'main', references: [place] },
  ])
  expect(JSON.stringify(await read())).not.toContain('get()')
  await run('scan --upload --snippets --repository shop/web')
  expect((await read()).repositories[0].references).toEqual([{ ...place, snippet: 'first.get()' }])
})
