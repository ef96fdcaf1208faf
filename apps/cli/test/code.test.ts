import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectStatus, PROJECT } from '../../server/test/cluster/changes.ts'
import { startWithCli } from './server.ts'

const { server, cli } = await startWithCli({ GITHUB_TOKEN: '', GITHUB_STEP_SUMMARY: '' })
const { run, home } = cli
const write = (path: string, text: string) => writeFileSync(join(home, path), text)
const turn = (to: 'on' | 'off', flag = 'new-cart') =>
  expectStatus(server.call('POST', `${PROJECT}/features/${flag}/environments/production/${to}`), 200)

mkdirSync(join(home, 'flags'))
const config = (manage = '') =>
  `version: 1\nowner: shop/checkout\nprojects:\n  default:\n    files: flags/**/*.yaml\n    remove: archive\n${manage}`
write('flagstaff.yaml', config())
const cart = (rollout: number, enabled = true) => `# Comments stay.
flag: new-cart
description: One page # here, too
environments:
  production:
    enabled: ${enabled}
    rules:
      - rollout: ${rollout}
`

test('files are validated without a server', async () => {
  write('flags/new-cart.yaml', 'flag: new-cart\ntyp: release\n')
  const wrong = await run('validate', { FLAGSTAFF_URL: '' })
  expect(wrong).toMatchObject({ exit: 1, out: 'flags/new-cart.yaml: typ is not a known field.\n' })
  expect(await run('plan')).toMatchObject({ exit: 2, out: '' })
  write('flags/new-cart.yaml', cart(10))
  expect(await run('validate')).toMatchObject({ exit: 0, out: '1 flags are valid.\n' })
})

test('a plan is shown, applied by its ID, and can be undone', async () => {
  const { out, exit } = await run('plan --exit-code')
  expect(exit).toBe(3)
  expect(out).toContain('+ new-cart')
  const [, id] = /flagstaff apply (\S+)/.exec(out) ?? []
  expect(await run(`apply ${id}`)).toMatchObject({ exit: 0, out: expect.stringContaining('Applied 1 flag') })
  expect(await run('plan --exit-code')).toMatchObject({
    exit: 0,
    out: expect.stringContaining('Nothing to change'),
  })
  expect(await run('apply --yes')).toMatchObject({ exit: 0, out: 'Nothing to apply.\n' })
  write('flags/new-cart.yaml', cart(20))
  expect((await run('plan')).out).toMatch(
    /~ new-cart +production +rules\[0\]\.parameters\.rollout {2}10 → 20/,
  )
  expect(await run('apply')).toMatchObject({ exit: 2, err: expect.stringContaining('--yes') })
  expect(await run('apply --yes')).toMatchObject({ exit: 0 })
  expect(await run('undo')).toMatchObject({ exit: 0 })
  expect((await run('drift')).exit).toBe(3)
  expect(await run('apply --yes --overwrite new-cart')).toMatchObject({ exit: 0 })
})

test('drift is kept and ends with 3, a later change with 4, a conflict with 4', async () => {
  await turn('off')
  const drifted = await run('drift')
  expect(drifted.exit).toBe(3)
  expect(drifted.out).toMatch(/^new-cart\tproduction\tenabled\tfalse\ttrue\t/)
  expect((await run('plan')).out).toContain('file: true, present: false')
  expect((await run('apply --yes')).out).toBe('Nothing to apply.\n')
  await turn('on')
  expect(await run('drift')).toMatchObject({ exit: 0 })

  write('flags/new-cart.yaml', cart(30))
  const [, id] = /flagstaff apply (\S+)/.exec((await run('plan')).out) ?? []
  await turn('off')
  const late = await run(`apply ${id}`)
  expect(late).toMatchObject({ exit: 4, out: '' })
  expect(late.err).toContain('changed new-cart after this plan was made')

  await run('apply --yes --overwrite new-cart')
  await expectStatus(
    server.call('PUT', `${PROJECT}/features/new-cart`, { description: 'theirs', type: 'release' }),
    200,
  )
  write('flags/new-cart.yaml', cart(30).replace('One page', 'Two pages'))
  expect(await run('apply --yes')).toMatchObject({ exit: 4 })
  await run('apply --yes --overwrite new-cart')
})

test('an export updates files with their comments and writes new ones', async () => {
  await turn('off')
  await expectStatus(server.call('POST', `${PROJECT}/features`, { name: 'made-here' }), 201)
  expect((await run('export')).out).toBe('1 file created, 1 updated, 0 unchanged.\n')
  expect(readFileSync(join(home, 'flags/new-cart.yaml'), 'utf8')).toBe(
    cart(30, false).replace('One page', 'Two pages'),
  )
  expect(readFileSync(join(home, 'flags/made-here.yaml'), 'utf8')).toContain('flag: made-here\n')
  expect((await run('export')).out).toBe('0 files created, 0 updated, 2 unchanged.\n')
  expect(await run('apply --yes')).toMatchObject({ exit: 0 })
  expect(await run('drift')).toMatchObject({ exit: 0 })
})

test('a flagstaff.yaml with only a server is enough for an export, but not for a plan', async () => {
  write('flagstaff.yaml', `server: ${server.url}\n`)
  expect(await run('export --project default --dir exported')).toMatchObject({
    exit: 0,
    out: '2 files created, 0 updated, 0 unchanged.\n',
  })
  const refused = await run('plan')
  expect(refused).toMatchObject({ exit: 2, err: expect.stringContaining('has no owner and no projects') })
  write('flagstaff.yaml', config())
})

test('an empty checkout is refused', async () => {
  const text = readFileSync(join(home, 'flags/new-cart.yaml'), 'utf8')
  rmSync(join(home, 'flags/new-cart.yaml'))
  rmSync(join(home, 'flags/made-here.yaml'))
  const refused = await run('apply --yes')
  expect(refused.exit).toBe(4)
  expect(refused.err).toContain('more than a fifth')
  write('flags/new-cart.yaml', text)
  write('flags/made-here.yaml', 'flag: made-here\ntype: release\n')
})

test('the plan is one comment on the pull request, which is updated', async () => {
  const comments: { id: number; body: string }[] = []
  const calls: string[] = []
  const github = createServer(async (request, response) => {
    calls.push(`${request.method} ${request.url}`)
    let body = ''
    for await (const chunk of request) body += chunk
    if (request.method === 'POST') comments.push({ id: 7, ...JSON.parse(body) })
    if (request.method === 'PATCH') Object.assign(comments[0] ?? {}, JSON.parse(body))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.method === 'GET' ? comments : {}))
  })
  await new Promise<void>((done) => github.listen(0, '127.0.0.1', done))
  write('event.json', JSON.stringify({ pull_request: { number: 12 } }))
  const env = {
    GITHUB_API_URL: `http://127.0.0.1:${(github.address() as AddressInfo).port}`,
    GITHUB_TOKEN: 'secret',
    GITHUB_REPOSITORY: 'shop/checkout',
    GITHUB_EVENT_PATH: join(home, 'event.json'),
    GITHUB_STEP_SUMMARY: join(home, 'summary.md'),
  }
  expect((await run('plan --comment github', env)).err).toContain('Commented on')
  expect((await run('plan --comment github', env)).err).toContain('Updated the comment')
  expect(comments).toHaveLength(1)
  expect(comments[0]?.body).toContain('Flags of shop/checkout')
  expect(calls).toContain('PATCH /repos/shop/checkout/issues/comments/7')
  await new Promise((done) => github.close(done))
  expect((await run('plan --comment github', env)).err).toContain('summary of the job')
  expect(readFileSync(join(home, 'summary.md'), 'utf8')).toContain('Flags of shop/checkout')
})
