import { appendFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { createFlag, expectStatus } from '../../server/test/cluster/changes.ts'
import { makePostgres } from '../../server/test/cluster/postgres.ts'
import { BACKEND_TOKEN, startServer } from '../../server/test/cluster/server.ts'
import { countedYes, report } from './counts.ts'
import { type EdgeProcess, startEdge } from './process.ts'
import { limitFiles, mountSmallDisk } from './small-disk.ts'

const postgres = await makePostgres()
const database = openDatabase({ url: postgres.url, poolSize: 2 })
const server = await startServer(postgres.url)
await expectStatus(createFlag(server, 'checkout'), 201)
const mounted = await mountSmallDisk()
const disk = mounted ?? (await limitFiles())
const settings = { UPSTREAM_URL: server.url, TOKENS: BACKEND_TOKEN, DATA_FOLDER: disk.folder }
let edge: EdgeProcess | undefined
const start = async (more: Record<string, string> = {}) => {
  await edge?.stop()
  edge = await startEdge({ ...settings, ...more })
  await edge.ready()
  return edge
}
const soon = { interval: 20 }

afterAll(async () => {
  await edge?.stop()
  await server.stop()
  await database.close()
  await postgres.remove()
  await disk.remove()
})

test('a full disk loses no acknowledged counts, and reports are refused with Retry-After', async () => {
  const here = await start({ FORWARD_SECONDS: '3600' })
  let acknowledged = 0
  for (let round = 0; round < 6; round++) {
    await disk.fill(here)
    let answer = await report(here, 'full', 1)
    for (let post = 0; answer.status === 202 && post < 1_000; post++) {
      acknowledged++
      answer = await report(here, 'full', 1)
    }
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await answer.text()).not.toMatch(/ENOSPC|EFBIG|open\.jsonl/)
    await disk.free(here)
    expect((await report(here, 'full', 1)).status).toBe(202)
    acknowledged++
  }
  await start({ FORWARD_SECONDS: '0.2' })
  await expect.poll(() => countedYes(database, 'full'), soon).toBe(acknowledged)
  expect(edge?.log()).not.toContain('set aside')
})

test('a damaged line is counted and set aside, and the other lines are forwarded', async () => {
  if (edge) await disk.free(edge)
  const before = await start({ FORWARD_SECONDS: '3600' })
  for (let post = 0; post < 3; post++) expect((await report(before, 'torn', 5)).status).toBe(202)
  await before.kill()
  const folder = join(disk.folder, 'counts-1')
  await appendFile(join(folder, 'open.jsonl'), '0badc0de {"kind":"usage"}\n12345678 {"kind":"us')
  const after = await start({ FORWARD_SECONDS: '0.2' })
  await expect.poll(() => countedYes(database, 'torn'), soon).toBe(15)
  const measures = async () => (await after.get('/internal-backstage/metrics', '')).text()
  await expect.poll(measures, soon).toContain('flagstaff_edge_unreadable_total 2')
  await expect.poll(after.log, soon).toContain('set aside')
  const setAside = () => readFile(join(folder, 'unreadable.txt'), 'utf8').catch(String)
  await expect.poll(setAside, soon).toContain('0badc0de')
  await expect
    .poll(async () => (await readdir(folder)).filter((name) => name !== 'unreadable.txt'))
    .toEqual([])
})

test('an edge whose folder is not writable serves from memory, with one warning', async () => {
  await edge?.stop()
  mounted?.setReadOnly()
  // A path below a file cannot be created, not even by root.
  const unusable = mounted ? disk.folder : join(disk.folder, 'counts-1', 'unreadable.txt')
  const here = await start({ DATA_FOLDER: unusable, FORWARD_SECONDS: '0.2' })
  expect((await here.get('/api/client/features', BACKEND_TOKEN)).status).toBe(200)
  expect((await report(here, 'memory', 4)).status).toBe(202)
  await expect.poll(() => countedYes(database, 'memory'), soon).toBe(4)
  await expectStatus(createFlag(server, 'another'), 201)
  const names = async () => (await here.get('/api/client/features', BACKEND_TOKEN)).text()
  await expect.poll(names, soon).toContain('another')
  await here.stop()
  const alarms = here
    .log()
    .split('\n')
    // Ignore warnings about a busy server.
    .filter((line) => /"level":(40|50)/.test(line) && !/upstream|forwarded/.test(line))
  expect(alarms).toHaveLength(1)
  expect(alarms[0]).toContain('DATA_FOLDER cannot be written')
})
