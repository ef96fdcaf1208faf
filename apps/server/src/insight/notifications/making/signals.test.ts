import { expect, test } from 'vitest'
import { type Client, testApp } from '../../../../test/kit.ts'
import { act, home, openSignals, projectEditor } from '../../../../test/signals.ts'
import { insertFailedRuns } from './queries.ts'

const kit = await testApp()
const { app, as, db } = kit
await app.startWork()
const { makeSet, makeFlag, signal, over } = await openSignals(kit)
const editor = await projectEditor(kit, 'repairer')
// Only accounts that were here recently are notified.
for (const who of [as.admin, as.viewer, editor]) await who.get('/api/admin/user')

const notice = () => app.handles.note(insertFailedRuns)
const failures = async (who: Client) =>
  (await who.get('/api/admin/notifications')).body.filter(
    ({ kind }: { kind: string }) => kind === 'signal-failed',
  )

test('those who can edit the project learn that an action set failed, and why', async () => {
  await makeFlag('kept')
  const works = await makeSet([act('kept')], { name: 'Works' })
  const set = await makeSet([act('kept')], { name: 'Turn off checkout' })
  await signal()
  await over(works.id)
  await over(set.id)
  await notice()
  expect(await failures(as.admin)).toEqual([])
  await as.admin.delete(`${home}/actions/${works.id}`)
  expect((await as.admin.delete(`${home}/features/kept`)).status).toBe(202)
  await signal()
  await over(set.id, 2)
  await notice()
  await notice()
  for (const who of [as.admin, editor])
    expect(await failures(who)).toMatchObject([
      {
        subject: 'Turn off checkout',
        project: 'default',
        events: 1,
        message: expect.stringMatching(/^The action set Turn off checkout failed: .*kept/),
        link: `/projects/default/settings/actions/${set.id}/runs`,
      },
    ])
  expect(await failures(as.viewer)).toEqual([])
  await signal()
  await over(set.id, 3)
  await notice()
  // One an hour, which counts the others; the hour may have changed.
  const list: { events: number }[] = await failures(editor)
  expect(list.reduce((all, { events }) => all + events, 0)).toBe(2)
})

test('who loses the right to edit the project no longer sees it', async () => {
  expect(await failures(editor)).not.toEqual([])
  await db.deleteFrom('role_permissions').where('permission', '=', 'UPDATE_PROJECT').execute()
  expect(await failures(editor)).toEqual([])
  expect(await failures(as.admin)).not.toEqual([])
})
