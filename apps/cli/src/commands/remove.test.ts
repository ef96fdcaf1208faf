import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openOutput } from '../output.ts'
import { type RemoveOptions, remove } from './remove.ts'

const before = `import { isEnabled } from 'unleash-client'

export const title = () => (isEnabled('new-cart') ? 'New' : 'Old')
`
const after = "export const title = () => 'New'\n"

let folder = ''
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'remove-'))
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'src/title.ts'), before)
  writeFileSync(join(folder, 'README.md'), 'Uses `new-cart`.\n')
  const compilerOptions = { strict: true, lib: ['es2022'], types: [], noEmit: true }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }))
  writeFileSync(
    join(folder, 'src/sdk.d.ts'),
    "declare module 'unleash-client' {\n  export function isEnabled(name: string): boolean\n}\n",
  )
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Ann')
  git('config', 'user.email', 'ann@example.com')
  git('config', 'commit.gpgsign', 'false')
  git('add', '.')
  git('commit', '--quiet', '-m', 'Start')
})
afterEach(() => rmSync(folder, { recursive: true }))

async function run(options: Partial<RemoveOptions> & { json?: boolean } = {}) {
  const stdout = new PassThrough()
  const stderr = new PassThrough()
  const output = openOutput({ json: options.json ?? false }, { stdout, stderr })
  const project = join(folder, 'tsconfig.json')
  await remove({ options: { value: 'on', project, ...options }, output }, 'new-cart')
  return { text: String(stdout.read() ?? ''), notes: String(stderr.read() ?? '') }
}
const title = () => readFileSync(join(folder, 'src/title.ts'), 'utf8')

test('runs no code of the project', async () => {
  const planted = join(folder, 'node_modules/@flagstaff/remove')
  mkdirSync(planted, { recursive: true })
  const manifest = { name: '@flagstaff/remove', type: 'module', exports: './index.js' }
  writeFileSync(join(planted, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(planted, 'index.js'), "throw new Error('code of the project ran')\n")
  expect((await run()).notes).toContain('new-cart can be removed from 1 file')
})

test('prints a patch that git accepts and changes nothing', async () => {
  const { text, notes } = await run()
  expect(title()).toBe(before)
  expect(notes).toContain('new-cart can be removed from 1 file')
  expect(notes).toContain('The key is also in:\n  README.md')
  execFileSync('git', ['apply'], { cwd: folder, input: text })
  expect(title()).toBe(after)
})

test('prints JSON', async () => {
  const { text } = await run({ json: true })
  expect(JSON.parse(text)).toMatchObject({
    flag: 'new-cart',
    changed: ['src/title.ts'],
    rejected: [],
    listed: [],
    elsewhere: ['README.md'],
    written: null,
  })
})

test('writes files, a patch or a branch', async () => {
  const patch = join(folder, 'remove.patch')
  await run({ patch })
  expect(readFileSync(patch, 'utf8')).toContain("+export const title = () => 'New'")
  expect(title()).toBe(before)

  const { notes } = await run({ branch: true })
  expect(notes).toContain('written to the branch flags/remove-new-cart')
  expect(git('log', '-1', '--format=%s %D')).toBe('Remove the flag new-cart HEAD -> flags/remove-new-cart\n')
  expect(title()).toBe(after)

  git('switch', '--quiet', 'main')
  await run({ write: true })
  expect(title()).toBe(after)
  expect(git('status', '--porcelain', 'src')).toBe(' M src/title.ts\n')
})

test('refuses a branch over uncommitted changes, and a payload without a variant', async () => {
  writeFileSync(join(folder, 'src/title.ts'), `${before}\n`)
  await expect(run({ branch: true })).rejects.toThrow('Commit or stash')
  expect(git('branch', '--list')).toBe('* main\n')
  await expect(run({ payload: 'x' })).rejects.toThrow('--payload needs')
  await expect(run({ value: 'false' })).rejects.toThrow('Write on or off')
  await expect(run({ call: ['nonsense'] })).rejects.toThrow('--call takes')
})
