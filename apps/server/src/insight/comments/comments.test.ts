import { expect, test } from 'vitest'
import { makeProject } from '../../../test/fixtures.ts'
import { followed } from '../../../test/followed.ts'
import { type Client, testApp } from '../../../test/kit.ts'

const { app, as, db, actors } = await testApp()
await app.startWork()
const home = '/api/admin/projects/default'
const flag = `${home}/features/talked`
const comments = `${flag}/comments`
type Notified = { kind: string; message: string; link: string; readAt: string | null }
const unread = async (who: Client): Promise<Notified[]> =>
  ((await who.get('/api/admin/notifications')).body as Notified[]).filter(({ readAt }) => readAt === null)
const readAll = () =>
  Promise.all(
    [as.admin, as.editor, as.owner, as.member, as.viewer].map((who) =>
      who.post('/api/admin/notifications/read-all'),
    ),
  )
const handled = () => followed({ db }, 'notifications')
for (const who of [as.admin, as.editor, as.owner, as.member, as.viewer]) await who.get('/api/admin/user')
await as.owner.post(`${home}/features`, { name: 'talked' })

test('a viewer can comment, watches the flag from then on, and the owner is notified', async () => {
  const { status, body } = await as.viewer.post(comments, { text: '  Ready for 50 %? ' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    text: 'Ready for 50 %?',
    createdBy: { id: actors.viewer.id, name: 'vera' },
    editedAt: null,
    mentions: [],
  })
  expect((await as.viewer.get(flag)).body).toMatchObject({ watching: true, commentCount: 1 })
  expect((await as.member.get(flag)).body).toMatchObject({ watching: false, commentCount: 1 })
  await handled()
  const [first] = await unread(as.owner)
  expect(first).toMatchObject({
    kind: 'own-flag',
    link: '/projects/default/features/talked/comments',
    message: 'vera@example.com commented on talked in the project default',
  })
})

test('a mention notifies once, even people who watch the flag', async () => {
  await readAll()
  const { body } = await as.editor.post(comments, { text: '@vera, @max and @nobody: yes. (@edith)' })
  expect(body.mentions.map(({ handle }: { handle: string }) => handle)).toEqual(['edith', 'max', 'vera'])
  await handled()
  for (const who of [as.viewer, as.member])
    expect(await unread(who)).toMatchObject([
      {
        kind: 'mentioned',
        message: 'edith@example.com mentioned you in a comment on talked in the project default',
        link: '/projects/default/features/talked/comments',
      },
    ])
  expect(await unread(as.editor)).toEqual([])
})

test('the author can edit a comment; only people who were not mentioned before are notified', async () => {
  await readAll()
  const { id } = (await as.editor.get(comments)).body.comments[1]
  const text = 'Yes, @vera and @olga@example.com. And @olga'
  expect((await as.admin.put(`${comments}/${id}`, { text })).status).toBe(403)
  const { status, body } = await as.editor.put(`${comments}/${id}`, { text })
  expect(status).toBe(200)
  expect(body).toMatchObject({ text, editedAt: expect.any(String) })
  await handled()
  expect(await unread(as.viewer)).toEqual([])
  expect(await unread(as.owner)).toMatchObject([{ kind: 'mentioned' }])
})

test('a mention that is removed and added again does not notify twice', async () => {
  await readAll()
  const { id } = (await as.editor.get(comments)).body.comments[1]
  const edit = async (text: string): Promise<string[]> =>
    (await as.editor.put(`${comments}/${id}`, { text })).body.mentions.map(
      ({ handle }: { handle: string }) => handle,
    )
  expect(await edit('Yes, @vera.')).toEqual(['vera'])
  expect(await edit('Yes, @vera and @olga and @max.')).toEqual(['max', 'olga', 'vera'])
  await handled()
  for (const who of [as.viewer, as.owner, as.member]) expect(await unread(who)).toEqual([])
})

test('the event log names the comment, but does not contain its text', async () => {
  const { body } = await as.admin.get('/api/admin/search/events?feature=IS:talked')
  const about = (body.events as { type: string }[]).filter(({ type }) => type.startsWith('feature-comment'))
  expect(about.map(({ type }) => type)).toEqual([
    'feature-comment-updated',
    'feature-comment-updated',
    'feature-comment-updated',
    'feature-comment-added',
    'feature-comment-added',
  ])
  expect(JSON.stringify(about)).not.toContain('Ready')
})

test('comments do not count as changes of the flag', async () => {
  const changed = await as.owner.put(flag, { description: 'new' })
  await as.viewer.post(comments, { text: 'Nice.' })
  await as.member.post(`${flag}/watch`)
  expect((await as.owner.post(`/api/admin/undo/${changed.headers['x-undo']}`)).status).toBeLessThan(300)
  const { collaborators } = (await as.viewer.get(flag)).body
  expect(collaborators.users.map(({ name }: { name: string }) => name)).toEqual(['olga'])
})

test('authors and people who can update the project can delete a comment, others cannot', async () => {
  const [first, second, third] = (await as.viewer.get(comments)).body.comments as { id: number }[]
  expect((await as.member.delete(`${comments}/${first?.id}`)).status).toBe(403)
  expect((await as.viewer.delete(`${comments}/${first?.id}`)).status).toBe(204)
  expect((await as.owner.delete(`${comments}/${second?.id}`)).status).toBe(204)
  expect((await as.owner.delete(`${comments}/${second?.id}`)).status).toBe(404)
  await as.admin.post(`${home}/features`, { name: 'other' })
  expect((await as.viewer.delete(`${home}/features/other/comments/${third?.id}`)).status).toBe(404)
  expect((await as.viewer.get(comments)).body).toMatchObject({ total: 1, comments: [{ text: 'Nice.' }] })
})

test('refuses an empty or long text and a caller without an account; comments of an archived flag can be read', async () => {
  for (const text of ['', '  ', 'x'.repeat(2_001)])
    expect((await as.viewer.post(comments, { text })).status).toBe(400)
  expect((await as.adminToken.post(comments, { text: 'x' })).status).toBe(403)
  expect((await as.viewer.post(`${home}/features/unknown/comments`, { text: 'x' })).status).toBe(404)
  await as.viewer.post(`${home}/features/other/comments`, { text: 'Still here.' })
  await as.admin.delete(`${home}/features/other`)
  expect((await as.viewer.post(`${home}/features/other/comments`, { text: 'x' })).status).toBe(400)
  expect((await as.viewer.get(`${home}/features/other/comments`)).body).toMatchObject({
    total: 1,
    comments: [{ text: 'Still here.' }],
  })
})

test('a comment can be deleted after its flag and its project were archived', async () => {
  await makeProject(db, 'closing')
  const place = '/api/admin/projects/closing/features/kept'
  await as.admin.post('/api/admin/projects/closing/features', { name: 'kept' })
  const write = async () => (await as.viewer.post(`${place}/comments`, { text: 'secret' })).body.id as number
  const [first, second] = [await write(), await write()]
  await as.admin.delete(place)
  expect((await as.viewer.put(`${place}/comments/${first}`, { text: 'x' })).status).toBe(400)
  expect((await as.member.delete(`${place}/comments/${first}`)).status).toBe(403)
  expect((await as.viewer.delete(`${place}/comments/${first}`)).status).toBe(204)
  expect((await as.admin.post('/api/admin/projects/archive/closing')).status).toBe(200)
  expect((await as.admin.delete(`${place}/comments/${second}`)).status).toBe(204)
  const left = await db.selectFrom('flag_comments').select('id').where('flag', '=', 'kept').execute()
  expect(left).toEqual([])
})

test('lists 50 comments at a time, and refuses the 1,001st', async () => {
  const rest = Array.from({ length: 999 }, (_, n) => ({
    flag: 'talked',
    user_id: actors.viewer.id,
    user_name: 'vera',
    text: `comment ${n}`,
  }))
  await db.insertInto('flag_comments').values(rest).execute()
  const newest = (await as.viewer.get(comments)).body
  expect(newest.total).toBe(1_000)
  expect(newest.comments).toHaveLength(50)
  expect(newest.comments.at(-1)).toMatchObject({ text: 'comment 998' })
  const older = (await as.viewer.get(`${comments}?before=${newest.comments[0].id}`)).body
  expect(older.comments.at(-1)).toMatchObject({ text: 'comment 948' })
  expect((await as.viewer.post(comments, { text: 'one more' })).status).toBe(400)
})

test('only people who can see a private project can be mentioned, read its comments and watch its flags', async () => {
  await readAll()
  await makeProject(db, 'hidden', { mode: 'private' })
  const place = '/api/admin/projects/hidden/features/canary-flag'
  await as.admin.post('/api/admin/projects/hidden/features', { name: 'canary-flag' })
  const { body } = await as.admin.post(`${place}/comments`, { text: '@vera @nobody' })
  expect(body.mentions).toEqual([])
  await handled()
  expect(await unread(as.viewer)).toEqual([])
  for (const answer of [
    as.viewer.get(`${place}/comments`),
    as.viewer.post(`${place}/comments`, { text: 'x' }),
    as.viewer.delete(`${place}/comments/${body.id}`),
    as.viewer.post(`${place}/watch`),
  ])
    expect((await answer).status).toBe(404)
})

test('losing sight of the project ends notifications of watchers', async () => {
  await as.admin.post('/api/admin/projects/hidden/access', {
    roles: [5],
    users: [actors.viewer.id],
    groups: [],
  })
  const place = '/api/admin/projects/hidden/features/canary-flag'
  expect((await as.viewer.post(`${place}/watch`)).status).toBe(204)
  await as.admin.post(`${place}/comments`, { text: 'first' })
  await handled()
  expect(await unread(as.viewer)).toHaveLength(1)
  await as.admin.delete(`/api/admin/projects/hidden/users/${actors.viewer.id}/roles`)
  await as.admin.post(`${place}/comments`, { text: 'second' })
  await handled()
  expect(await unread(as.viewer)).toEqual([])
})
