import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { importAtStart } from './start.ts'

const folder = await mkdtemp(join(tmpdir(), 'flagstaff-'))
afterAll(() => rm(folder, { recursive: true }))
const file = join(folder, 'flags.json')
const { app, as, db } = await testApp({ IMPORT_FILE: file, IMPORT_ENVIRONMENT: 'production' })

const lines: { msg: string; err?: { message: string } }[] = []
const logger = pino({}, { write: (text: string) => lines.push(JSON.parse(text)) })
const start = async (content: unknown) => {
  lines.length = 0
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  await importAtStart(app.handles, logger)
}
const events = async () => (await db.selectFrom('events').select('type').orderBy('revision').execute()).length
const data = {
  features: [{ name: 'from-file' }],
  featureStrategies: [{ name: 'default', featureName: 'from-file' }],
  featureEnvironments: [{ name: 'from-file', enabled: true }],
  tagTypes: [],
}

test('startup imports the flags of the file, and the next start changes nothing', async () => {
  await start(data)
  const { body } = await as.viewer.get('/api/admin/projects/default/features/from-file')
  expect(body.environments).toMatchObject([
    { name: 'development', enabled: false },
    { name: 'production', enabled: true },
  ])
  const before = await events()
  await start(data)
  expect(await events()).toBe(before)
})

test.each([
  ['is no JSON', '{', 'JSON'],
  ['is no export', { flags: [] }, 'not an export'],
  ['cannot be imported', { ...data, features: [{ name: 'bad name' }] }, 'cannot be imported'],
])('a file that %s is logged and does not stop the server', async (_what, content, reason) => {
  const before = await events()
  await start(content)
  expect(lines).toMatchObject([{ msg: 'the file in IMPORT_FILE was not imported' }])
  expect(lines[0]?.err?.message).toContain(reason)
  expect(await events()).toBe(before)
})
