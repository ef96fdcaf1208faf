import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makePostgres } from '../../server/test/cluster/postgres.ts'
import { startProxy } from '../../server/test/cluster/proxy.ts'
import { ADMIN_TOKEN, startServer } from '../../server/test/cluster/server.ts'
import { makeCli } from './cli.ts'
import { addDependency, callsTo, fill, flagName } from './moving/fill.ts'

// Another Flagstaff is the source: it has the same API as Unleash. `tools/compat/moving.ts` uses Unleash itself.

const postgres = await makePostgres()
const [source, target, other] = await Promise.all(['source', 'target', 'other'].map(startOn))
if (!source || !target || !other) throw new Error('A server did not start.')
afterAll(async () => {
  await Promise.all([source.stop(), target.stop(), other.stop()])
  await postgres.remove()
})

const there = callsTo(source.url, ADMIN_TOKEN)
const here = callsTo(target.url, ADMIN_TOKEN)
const cli = makeCli({ FLAGSTAFF_URL: target.url, FLAGSTAFF_TOKEN: ADMIN_TOKEN, UNLEASH_TOKEN: ADMIN_TOKEN })
const moving = (args: string, env?: Record<string, string>) =>
  cli.run(args.replace('--from', `--from ${source.url}`), env)
const FLAGS = 40
const projects = { default: ['development', 'production'], shop: ['development', 'staging'] }
const secrets: string[] = []

async function startOn(name: string) {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  return startServer(url.href, {
    INIT_BACKEND_API_TOKENS: '',
    INIT_FRONTEND_API_TOKENS: '',
    UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1',
  })
}

beforeAll(async () => {
  await there('POST', 'environments', { name: 'staging', type: 'preproduction' })
  await there('POST', 'projects', { id: 'shop', name: 'Shop', environments: projects.shop })
  await fill({ call: there, flags: FLAGS, projects })
  // Both are in the project default.
  await addDependency(there, 'default', 4, 2)
  await there('POST', 'user-admin', { email: 'ada@example.com', name: 'Ada', rootRole: 2, sendEmail: false })
  for (const environment of ['development', 'production', 'staging'])
    for (const type of ['backend', 'frontend']) {
      const body = { tokenName: `${type}-${environment}`, type, environment, projects: ['*'] }
      secrets.push(String((await there('POST', 'api-tokens', body)).secret))
    }
})

const revision = async () => JSON.parse((await cli.run('verify --json')).out).revision

test('a plan lists what is missing and changes nothing', async () => {
  const before = await revision()
  const { exit, out } = await moving('import unleash --from --plan --json')
  const plan = JSON.parse(out)
  const row = (kind: string) => plan.rows.find((one: { kind: string }) => one.kind === kind)
  expect(exit).toBe(0)
  expect(row('flags')).toMatchObject({ total: FLAGS, create: FLAGS })
  expect(row('environments')).toMatchObject({ total: 3, create: 1, same: 2 })
  expect(row('projects')).toMatchObject({ total: 2, create: 1 })
  expect(row('segments')).toMatchObject({ total: 3, create: 3 })
  expect(row('strategies')).toMatchObject({ total: 2, create: 2 })
  expect(row('users')).toMatchObject({ create: 1 })
  expect(plan.tokens.adopt).toBeGreaterThanOrEqual(6)
  expect(await revision()).toBe(before)
  const text = await moving('import unleash --from --plan')
  expect(text.out).toContain(`flags\t${FLAGS}\t${FLAGS} to create`)
  expect(text.err).toContain('not brought: passwords')
})

test('wrong addresses, wrong tokens and missing rights are explained', async () => {
  const run = (from: string, token: string) =>
    cli.run(`import unleash --from ${from} --plan`, { UNLEASH_TOKEN: token })
  const away = await run('http://127.0.0.1:65533', ADMIN_TOKEN)
  expect(away).toMatchObject({ exit: 1, err: expect.stringContaining('cannot be reached (ECONNREFUSED)') })
  const wrong = await run(source.url, '*:*.wrong')
  expect(wrong).toMatchObject({ exit: 1, err: expect.stringContaining('does not accept the token') })
  const weak = await run(source.url, secrets[0] ?? '')
  expect(weak).toMatchObject({ exit: 1, err: expect.stringMatching(/admin rights|does not accept/) })
  expect(weak.err).not.toContain(secrets[0])
  expect(await run(`${source.url}/nothing`, ADMIN_TOKEN)).toMatchObject({ exit: 1 })
  expect(await run(target.url, ADMIN_TOKEN)).toMatchObject({ exit: 2 })
  expect(await run('nowhere', ADMIN_TOKEN)).toMatchObject({ exit: 2 })
  const { exit, err } = await moving('import unleash --from', {})
  expect({ exit, err }).toMatchObject({ exit: 2, err: expect.stringContaining('--yes') })
})

test('an import brings everything once, and applications keep their tokens', async () => {
  const { exit, out, err } = await moving('import unleash --from --yes')
  expect({ exit, err }).toEqual({ exit: 0, err: '' })
  for (const secret of secrets) expect(out).not.toContain(secret)
  const again = await moving('import unleash --from --yes')
  expect(again).toMatchObject({ exit: 0, out: 'Created 0 and updated 0 objects.\n' })
  for (const secret of secrets.filter((_, index) => index % 2 === 0)) {
    const ask = async (url: string) => {
      const response = await fetch(`${url}/api/client/features`, { headers: { authorization: secret } })
      return (await response.json()) as { features: unknown[] }
    }
    const [old, now] = [await ask(source.url), await ask(target.url)]
    expect(now.features).toHaveLength(old.features.length)
  }
  expect(await here('GET', 'user-admin')).toMatchObject({
    users: expect.arrayContaining([expect.objectContaining({ email: 'ada@example.com', rootRole: 2 })]),
  })
})

type Report = {
  clean: boolean
  notCompared: string[]
  environments: {
    environment: string
    contexts: number
    evaluations: number
    frontendAnswers: number
    randomRules: number
    mismatches: { flag: string; environment: string; cause: string; context: unknown }[]
  }[]
}
const compare = async (env?: Record<string, string>) => {
  const { exit, out } = await moving('shadow --from --json', env)
  return { exit, report: JSON.parse(out) as Report }
}

test('both servers answer the same after the import', async () => {
  const { exit, report } = await compare()
  expect(report.environments.flatMap(({ mismatches }) => mismatches)).toEqual([])
  expect(report.notCompared).toEqual([])
  expect(exit).toBe(0)
  for (const one of report.environments) {
    expect(one.contexts).toBeGreaterThanOrEqual(10_000)
    expect(one.frontendAnswers).toBeGreaterThan(0)
  }
  expect(report.environments.some(({ randomRules }) => randomRules > 0)).toBe(true)
  const { tokens } = await here('GET', 'api-tokens')
  expect(JSON.stringify(tokens)).not.toContain('comparison-with-unleash')
})

const rulesPath = (number: number, environment = 'development') =>
  `projects/${number % 2 === 0 ? 'default' : 'shop'}/features/${flagName(number)}/environments/${environment}`

type Rule = {
  id: string
  parameters: Record<string, string>
  constraints: { inverted?: boolean }[]
  variants: { name: string }[]
}

/** Changes a rule of a flag on our server. */
async function changeRule(number: number, change: (rule: Rule) => object) {
  const path = `${rulesPath(number)}/strategies`
  const [rule] = (await here('GET', path)) as unknown as Rule[]
  if (!rule) throw new Error(`${flagName(number)} has no rule`)
  await here('PUT', `${path}/${rule.id}`, { ...rule, ...change(rule) })
}
const parameters = (change: object) => (rule: Rule) => ({
  parameters: { ...rule.parameters, ...change },
})

test('ten planted faults are found', async () => {
  const faults: [number, () => Promise<unknown>][] = [
    [13, () => changeRule(13, parameters({ rollout: '90' }))],
    [26, () => changeRule(26, parameters({ groupId: 'another' }))],
    [1, () => here('POST', `${rulesPath(1)}/off`)],
    [2, () => changeRule(2, (rule) => ({ constraints: rule.constraints.slice(1) }))],
    [8, () => changeRule(8, () => ({ segments: [] }))],
    [30, () => changeRule(30, ({ variants }) => ({ variants: lighter(variants) }))],
    [18, () => changeRule(18, parameters({ stickiness: 'userId' }))],
    [19, () => changeRule(19, ({ constraints }) => ({ constraints: inverted(constraints) }))],
    [7, () => changeRule(7, parameters({ userIds: '7,user-3' }))],
    [4, () => here('DELETE', `projects/default/features/${flagName(4)}/dependencies`)],
  ]
  for (const [, plant] of faults) await plant()
  const { exit, report } = await compare()
  expect(exit).toBe(3)
  const found = report.environments.flatMap(({ mismatches }) => mismatches)
  expect([...new Set(found.map(({ flag }) => flag))].sort()).toEqual(
    faults.map(([number]) => flagName(number)).sort(),
  )
  for (const { flag, context, cause } of found)
    if (flag !== flagName(4)) expect({ flag, context, cause }).toMatchObject({ context: expect.any(Object) })

  const kept = await moving('import unleash --from --yes')
  expect(kept.err).toContain(`differs: flag ${flagName(13)} in shop, development (rules)`)
  expect((await compare()).exit).toBe(3)
  const take = faults.map(([number]) => flagName(number)).join(' ')
  expect((await moving(`import unleash --from --yes --take ${take}`)).exit).toBe(0)
  // An import adds dependencies but never removes or restores those of existing flags by itself.
  const after = (await compare()).report.environments.flatMap(({ mismatches }) => mismatches)
  expect(after).toEqual([])
})

const lighter = (variants: Rule['variants']) =>
  variants.map((one) => ({ ...one, weight: one.name === 'red' ? 100 : 900 }))

const inverted = (constraints: Rule['constraints']) =>
  constraints.map((one, index) => (index === 0 ? { ...one, inverted: !one.inverted } : one))

test('an interrupted import, repeated, ends the same', async () => {
  const proxy = await startProxy(other.url)
  let imports = 0
  const env = { FLAGSTAFF_URL: proxy.url }
  const importing = cli.start(['import', 'unleash', '--from', source.url, '--yes'], env)
  proxy.onTrip((sent) => {
    if (sent.includes('features-batch/import') && ++imports === 3) importing.child.kill('SIGKILL')
  })
  expect((await importing.ended).exit).not.toBe(0)
  expect(imports).toBe(3)
  proxy.close()
  const direct = { FLAGSTAFF_URL: other.url }
  expect(await moving('import unleash --from --yes', direct)).toMatchObject({ exit: 0, err: '' })
  const { exit, report } = await compare(direct)
  expect(report.environments.flatMap(({ mismatches }) => mismatches)).toEqual([])
  expect(exit).toBe(0)
  expect(await moving('import unleash --from --yes', direct)).toMatchObject({
    out: 'Created 0 and updated 0 objects.\n',
  })
})

test('following repeats changes, except of flags that were changed here', async () => {
  const following = cli.start(['import', 'unleash', '--from', source.url, '--yes', '--follow'])
  onTestFinished(() => void following.child.kill('SIGKILL'))
  await expect.poll(() => following.err()).toContain('Following')
  await here('POST', `${rulesPath(14)}/off`)
  await there('POST', `${rulesPath(14)}/on`)
  await there('POST', `${rulesPath(14)}/strategies`, { name: 'default' })
  await there('POST', 'projects/shop/features', { name: 'born-later' })
  await there('POST', `${rulesPath(12)}/off`)
  const state = async (path: string) => (await here('GET', path)).enabled
  await expect.poll(() => state(rulesPath(12))).toBe(false)
  await expect.poll(() => here('GET', 'projects/shop/features/born-later').catch(() => null)).not.toBeNull()
  await expect.poll(() => following.err()).toContain(`differs: flag ${flagName(14)}`)
  expect(await state(rulesPath(14))).toBe(false)
  following.child.kill('SIGINT')
  expect((await following.ended).exit).toBe(0)
})

test('a comparison can be repeated until it is clean for some time', async () => {
  await moving(`import unleash --from --yes --take ${flagName(14)}`)
  const args = ['--contexts', 'generated', '--until-clean', '1s', '--env', 'staging']
  const comparing = cli.start(['shadow', '--from', source.url, ...args])
  onTestFinished(() => void comparing.child.kill('SIGKILL'))
  await expect.poll(() => comparing.out()).toMatch(/clean|mismatches/)
  expect(comparing.out()).not.toContain('mismatches')
  const { exit, out } = await comparing.ended
  expect(exit).toBe(0)
  expect(out).toMatch(/clean[\s\S]*Before you switch over/)
  expect((await moving('shadow --from --until-clean soon')).exit).toBe(2)
  expect((await moving('shadow --from --contexts none')).exit).toBe(2)
})

test('a server plans, imports and compares by itself, with the rights of the caller', async () => {
  const call = callsTo(other.url, ADMIN_TOKEN)
  const body = { url: source.url, token: ADMIN_TOKEN }
  const step = async (name: string, more: object = {}) => {
    await call('POST', `move/${name}`, { ...body, ...more })
    await expect
      .poll(async () => (await call('GET', 'move')).phase)
      .toMatch(/^(planned|imported|compared|failed|interrupted)$/)
    return call('GET', 'move')
  }
  await there('POST', 'projects/shop/features', { name: 'for-the-server' })
  expect(await step('plan')).toMatchObject({ phase: 'planned', url: source.url, version: expect.any(String) })
  expect(await step('import', { follow: true })).toMatchObject({
    phase: 'imported',
    imported: { blocked: [] },
  })
  expect(await call('GET', 'projects/shop/features/for-the-server')).toMatchObject({ project: 'shop' })
  expect(await step('compare')).toMatchObject({
    phase: 'compared',
    comparison: { clean: true, mismatches: [] },
  })
  await there('POST', 'projects/shop/features', { name: 'followed' })
  await expect.poll(() => call('GET', 'projects/shop/features/followed').catch(() => null)).not.toBeNull()
  await call('DELETE', 'move')
  expect(await call('GET', 'move')).toEqual({ phase: 'none' })
  expect(JSON.stringify(await call('GET', 'events'))).not.toContain(ADMIN_TOKEN)
})
