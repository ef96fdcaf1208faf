import { expect, test } from 'vitest'
import { makeProject, trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const home = '/api/admin/projects/default/features'
await makeProject(db, 'hidden', { mode: 'private' })
for (const name of ['cart', 'search']) await as.admin.post(home, { name })
await as.admin.post('/api/admin/projects/hidden/features', { name: 'secret' })

const commit = '4f2a91c'
const urlTemplate = 'https://git.example.com/blob/{commit}/{path}?b={branch}&x={other}#L{line}'
const reference = (flag: string, line = 1, path = 'src/a.ts') => ({ flag, path, line, column: 7 })
const upload = (references: object[], more: object = {}, who = as.admin, repository = 'shop/web') =>
  who.put(`/api/admin/code-references/${encodeURIComponent(repository)}`, {
    branch: 'main',
    commit,
    references,
    ...more,
  })
const read = async (flag: string, who = as.viewer) => (await who.get(`${home}/${flag}/code-references`)).body

test('references are shown by repository, path and line, with their addresses', async () => {
  const sent = [
    reference('cart', 41, 'src/cart page/#1.tsx'),
    { ...reference('cart', 9), snippet: "useFlag('cart')" },
    reference('cart', 10),
    reference('unknown'),
  ]
  expect((await upload(sent, { branch: 'feat/x', urlTemplate })).status).toBe(204)
  await upload([reference('cart')], {}, as.admin, 'api')
  const { repositories, total } = await read('cart')
  expect(total).toBe(4)
  expect(repositories).toMatchObject([
    { name: 'api', count: 1, references: [{ path: 'src/a.ts', line: 1 }] },
    { name: 'shop/web', branch: 'feat/x', commit, count: 3, goneSince: null },
  ])
  expect(repositories[0].references[0]).not.toHaveProperty('url')
  expect(repositories[1].references).toEqual([
    {
      path: 'src/a.ts',
      line: 9,
      column: 7,
      snippet: "useFlag('cart')",
      url: 'https://git.example.com/blob/4f2a91c/src/a.ts?b=feat/x&x={other}#L9',
    },
    expect.objectContaining({ line: 10 }),
    expect.objectContaining({
      url: 'https://git.example.com/blob/4f2a91c/src/cart%20page/%231.tsx?b=feat/x&x={other}#L41',
    }),
  ])
  expect((await as.viewer.get(`${home}/cart`)).body.codeReferenceCount).toBe(4)
  expect((await trail(db)).at(-1)).toMatchObject({
    type: 'code-references-updated',
    data: { name: 'api', branch: 'main', commit },
  })
})

test('an upload replaces the repository, and remembers since when a flag is gone', async () => {
  const { firstSeenAt } = (await read('cart')).repositories[1]
  await upload([reference('search')])
  const gone = (await read('cart')).repositories[1]
  expect(gone).toMatchObject({ count: 0, references: [], firstSeenAt, goneSince: expect.any(String) })
  await upload([reference('search')])
  expect((await read('cart')).repositories[1].goneSince).toBe(gone.goneSince)
  await upload([reference('cart')])
  expect((await read('cart')).repositories[1]).toMatchObject({ count: 1, goneSince: null, firstSeenAt })
  expect((await read('cart')).repositories[0]).toMatchObject({ name: 'api', count: 1 })
  expect((await read('search')).repositories).toMatchObject([{ count: 0, goneSince: expect.any(String) }])
})

test('flags that the caller cannot see are ignored and stay as they are', async () => {
  await upload([reference('secret'), reference('cart')])
  const hidden = () => as.admin.get('/api/admin/projects/hidden/features/secret/code-references')
  expect((await hidden()).body.total).toBe(1)
  const answer = await upload([reference('secret', 7)], {}, as.member)
  expect([answer.status, answer.body]).toEqual([204, ''])
  expect((await hidden()).body.repositories[0]).toMatchObject({ references: [{ line: 1 }], goneSince: null })
  expect((await read('cart')).repositories[1].goneSince).toEqual(expect.any(String))
  const denied = await as.member.get('/api/admin/projects/hidden/features/secret/code-references')
  expect(denied.status).toBe(404)
})

test('uploading needs the permission to update flags somewhere', async () => {
  expect((await upload([], {}, as.viewer)).status).toBe(403)
  expect((await upload([], {}, as.member)).status).toBe(204)
  expect((await as.viewer.get(`${home}/unknown/code-references`)).status).toBe(404)
  expect((await as.viewer.get(`${home}/secret/code-references`)).status).toBe(404)
})

test.each([
  ['a script as address', { urlTemplate: 'javascript:alert(1)//{path}' }],
  ['an address without a host', { urlTemplate: 'https:///{path}' }],
  ['an invalid address', { urlTemplate: 'http://[{path}' }],
  ['an invalid commit', { commit: 'main' }],
  ['no branch', { branch: '' }],
  ['line 0', { references: [reference('cart', 0)] }],
  ['a long snippet', { references: [{ ...reference('cart'), snippet: 'x'.repeat(301) }] }],
  ['a null character', { references: [{ ...reference('cart'), snippet: 'a\0' }] }],
])('an upload with %s is refused', async (_what, more) => {
  expect((await upload([], more)).status).toBe(400)
})

test('100,000 references are stored, and one more is refused', async () => {
  const many = Array.from({ length: 100_000 }, (_, index) =>
    reference(index % 2 ? 'cart' : 'search', index + 1),
  )
  expect((await upload(many)).status).toBe(204)
  const shown = (await read('cart')).repositories[1]
  expect([shown.count, shown.references.length]).toEqual([50_000, 1_000])
  expect((await upload([...many, reference('cart')])).status).toBe(400)
})

test('a deleted flag takes its references with it', async () => {
  await as.admin.delete(`${home}/search`)
  expect((await read('search')).total).toBe(50_000)
  await as.admin.delete('/api/admin/archive/search')
  await as.admin.post(home, { name: 'search' })
  expect((await read('search')).repositories).toEqual([])
})
