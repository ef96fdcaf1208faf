import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { generateTypeScript } from '../generate/code.ts'
import { aliasesOf, readAliases } from './aliases.ts'
import { accessorsIn, findIn } from './find.ts'
import { describeRepository, parseRemote } from './repository.ts'
import { scanFolder } from './scan.ts'

const keys = new Set(['new-cart', 'search', 'old'])
const nothing = { keys, accessors: new Map(), aliases: new Map() }
const found = (text: string, known: Parameters<typeof findIn>[1] = nothing) =>
  findIn(text, known).map((one) => `${one.flag} ${one.line}:${one.column}${one.known ? '' : ' unknown'}`)

test.each([
  [
    'quotes of any kind',
    `a('new-cart') + b("search") + \`old\``,
    ['new-cart 1:3', 'search 1:19', 'old 1:31'],
  ],
  ['the line and the column', `\n\r\n  flag = "search"`, ['search 3:10']],
  ['only whole literals', `'new-cart ' 'my new-cart' 'new-carts' new-cart`, []],
  [
    'a call with an unknown key',
    `isEnabled('typo'); client.getStringValue( "wrong", '')`,
    ['typo 1:11 unknown', 'wrong 1:43 unknown'],
  ],
  ['a key after the context', `client.StringValue(ctx, "wrong", "x")`, ['wrong 1:25 unknown']],
  ['other calls are no references', `log('typo')`, []],
])('finds %s', (_what, text, expected) => {
  expect(found(text)).toEqual(expected)
})

test('finds accessors of generated files where they are used', () => {
  const flags = ['new-cart', 'search'].map((key) => ({ key, type: 'boolean' as const, defaultValue: false }))
  const accessors = new Map(accessorsIn(generateTypeScript(flags, 'openfeature')))
  expect([...accessors]).toEqual([
    ['newCart', 'new-cart'],
    ['search', 'search'],
  ])
  const known = { keys, accessors, aliases: new Map() }
  expect(
    found('await newCart.get(context); flags.search\n  .use(); search(); newCarts.get()', known),
  ).toEqual(['new-cart 1:7', 'search 1:35'])
})

test('finds aliases, also those of flags that do not exist', () => {
  const aliases = aliasesOf({
    aliases: { 'new-cart': ['NEW_CART', 'Flags.NewCart'], search: 'SEARCH', gone: ['GONE', 'Flags.Gone'] },
  })
  expect([...aliases.keys()]).toEqual(['NEW_CART', 'Flags.NewCart', 'SEARCH', 'GONE', 'Flags.Gone'])
  expect(
    found('NEW_CART, Other.NewCart, Flags.NewCart, SEARCH2, SEARCH, GONE', {
      keys,
      accessors: new Map(),
      aliases,
    }),
  ).toEqual(['new-cart 1:1', 'new-cart 1:32', 'search 1:50', 'gone 1:58 unknown'])
})

const folder = mkdtempSync(join(tmpdir(), 'flagstaff-scan-'))
afterAll(() => rmSync(folder, { recursive: true }))
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder })
const write = (path: string, content: string | Buffer) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

test('reads the files that git tracks, without links, binary, large and generated files', () => {
  git('init', '-q', '-b', 'trunk')
  const outside = mkdtempSync(join(tmpdir(), 'flagstaff-outside-'))
  writeFileSync(join(outside, 'secret.ts'), `'new-cart'`)
  symlinkSync(join(outside, 'secret.ts'), join(folder, 'link.ts'))
  symlinkSync(outside, join(folder, 'linked'))
  write('src/ünï cödé.ts', `\tuse('new-cart')  `)
  write('src/deleted.ts', `'new-cart'`)
  write('binary.ts', Buffer.from(`\0'new-cart'`))
  write('large.ts', `'new-cart'${' '.repeat(1024 * 1024)}`)
  write('ignored.ts', `'new-cart'`)
  write('flags.ts', generateTypeScript([{ key: 'search', type: 'boolean', defaultValue: false }], 'react'))
  write('page.tsx', 'search.use()')
  write('.gitignore', 'ignored.ts\n')
  write('flagstaff.yaml', 'aliases:\n  old: OLD\n')
  write('deep/er/old.go', 'OLD')
  git('add', '.')
  git('commit', '-qm', 'a')
  rmSync(join(folder, 'src/deleted.ts'))
  const { references } = scanFolder(folder, keys, readAliases(join(folder, 'deep/er')))
  expect(references.map(({ path, flag, snippet }) => [path, flag, snippet])).toEqual([
    ['deep/er/old.go', 'old', 'OLD'],
    ['page.tsx', 'search', 'search.use()'],
    ['src/ünï cödé.ts', 'new-cart', "use('new-cart')"],
  ])
  rmSync(outside, { recursive: true })
})

test('name, branch and commit of the repository come from options, CI or git', () => {
  const describe = (given = {}, env = {}) => describeRepository(folder, given, env)
  expect(() => describe()).toThrow('--repository')
  git('remote', 'add', 'origin', 'git@github.com:shop/web.git')
  expect(describe()).toEqual({
    name: 'shop/web',
    branch: 'trunk',
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    urlTemplate: 'https://github.com/shop/web/blob/{commit}/{path}#L{line}',
  })
  expect(describe({}, { GITHUB_REF_NAME: 'feat/x' }).branch).toBe('feat/x')
  const link = 'https://git.example.com/{path}'
  expect(describe({ repository: 'a', branch: 'b', link })).toMatchObject({
    name: 'a',
    branch: 'b',
    urlTemplate: link,
  })
  git('checkout', '-q', '--detach')
  expect(describe().branch).toMatch(/^[0-9a-f]{12}$/)
})

test.each([
  [
    'https://user:secret@gitlab.com/a/b/c.git',
    'a/b/c',
    'https://gitlab.com/a/b/c/-/blob/{commit}/{path}#L{line}',
  ],
  ['ssh://git@git.example.com:2222/shop/web', 'shop/web', undefined],
  [
    'git@codeberg.org:shop/web.git',
    'shop/web',
    'https://codeberg.org/shop/web/src/commit/{commit}/{path}#L{line}',
  ],
  ['../other', undefined, undefined],
])('the remote %s', (address, name, urlTemplate) => {
  expect(parseRemote(address)).toEqual(name === undefined ? undefined : { name, urlTemplate })
})
