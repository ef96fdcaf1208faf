import { expect, test } from 'vitest'
import { testApp } from './kit.ts'
import { plannedWays, prepare, ways } from './protection/ways.ts'

const { as, app, db } = await testApp()
await app.startWork()
const ground = await prepare(as.admin, db)
const { body: exported } = await as.admin.get('/api/admin/code/export?project=default')
const files = {
  owner: 'shop',
  config: { default: { lock: true } },
  flags: exported.flags.map((content: { flag: string }) => ({
    project: 'default',
    path: `${content.flag}.yaml`,
    content: { ...content, value: { type: 'boolean' } },
  })),
}
const { body: plan } = await as.admin.post('/api/admin/code/plan', files)
await as.admin.post(`/api/admin/code/plans/${plan.id}/apply`, {})

/** Fields that are not as the files have them, except flags that were turned off. */
async function changedFields() {
  const { items } = (await as.admin.get('/api/admin/code/drift?owner=shop')).body
  return items.filter(
    ({ field, present }: { field: string; present: unknown }) => field !== 'enabled' || present !== false,
  )
}

// Files have owners themselves.
const { 'code.apply': _, ...others } = { ...ways, ...plannedWays }
const all = Object.entries(others).flatMap(([name, way]) =>
  [way].flat().map((one, index) => [`${name} ${index + 1}`, one] as const),
)
test.each(all)('%s cannot change a locked field without a reason', async (_name, way) => {
  const { status, body } = await way(as.admin, ground)
  if (status === 409) expect(['managedReasonNeeded', 'conflict']).toContain(body.code)
  expect(await changedFields()).toEqual([])
})
