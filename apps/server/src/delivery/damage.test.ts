import { sql } from 'kysely'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { watchContract } from '../../test/contract-watch.ts'
import { testApp } from '../../test/kit.ts'
import { buildApp } from '../app.ts'

const { app, as, db } = await testApp()

test('a server that loads damaged documents logs them once, counts them and reports them in /ready', async () => {
  for (const name of ['whole', 'damaged'])
    expect((await as.admin.post('/api/admin/projects/default/features', { name })).status).toBe(201)
  await sql`update published set doc = '{"name": "damaged"}' where name = 'damaged'`.execute(db)

  const lines: Record<string, unknown>[] = []
  const logger = pino({ level: 'error' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const other = await buildApp(app.handles.settings, { logger, observe: watchContract })
  onTestFinished(() => other.stop())
  const about = () => lines.filter(({ document }) => document !== undefined)

  expect(about()).toMatchObject([{ document: '* damaged', reason: expect.any(String) }])
  const ready = await other.http.inject('/ready')
  expect(ready.statusCode).toBe(200)
  expect(ready.json()).toMatchObject({ delivery: 'serving, 1 damaged document' })
  const measures = await other.http.inject('/internal-backstage/prometheus')
  expect(measures.body).toContain('\nflagstaff_damaged_documents 1\n')

  // The server that had a good version before reloads everything and keeps serving that version.
  await sql`update counter set epoch = 'another'`.execute(db)
  await app.delivery.caughtUp(undefined, 60_000)
  expect([...app.delivery.store.quarantine.keys()]).toEqual(['* damaged'])
  const { body } = await as.backendToken.get('/api/client/features')
  expect(body.features.map(({ name }: { name: string }) => name)).toEqual(['damaged', 'whole'])

  await other.delivery.caughtUp(undefined, 60_000)
  expect(about()).toHaveLength(1)
})
