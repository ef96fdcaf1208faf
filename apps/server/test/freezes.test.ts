import { expect, test } from 'vitest'
import { storeApiToken } from './credentials.ts'
import { testApp } from './kit.ts'
import { prepare, ways } from './protection/ways.ts'

const { as, client, app, db } = await testApp({}, (db) =>
  storeApiToken(db, '*:production.sdk', { name: 'sdk', type: 'backend', environment: 'production' }),
)
const sdk = client({ authorization: '*:production.sdk' })
const served = async () => (await sdk.get('/api/client/features')).body
await app.startWork()
const ground = await prepare(as.admin, db)
await as.admin.post('/api/admin/freezes', {
  name: 'Holidays',
  reason: '',
  project: null,
  environments: [],
  startsAt: '2020-01-01T00:00:00Z',
  endsAt: '2099-01-01T00:00:00Z',
  weekly: null,
  breakGlass: false,
})
const before = await served()

/** A freeze lets these through: they only turn flags off, lower a percentage, or change the settings of reviews. */
const allowed = new Set([
  'flag.disable 1',
  'flag.disable 2',
  'rule.patch 1',
  'protection.set 1',
  'code.apply 1',
  'code.apply 2',
])
const all = Object.entries(ways).flatMap(([name, way]) =>
  [way].flat().map((one, index) => [`${name} ${index + 1}`, one] as const),
)
const refused = all.filter(([name]) => !allowed.has(name))

test.each(refused)(
  '%s cannot change a frozen environment, not even as an administrator',
  async (_name, way) => {
    const { status, body } = await way(as.admin, ground)
    expect(status).toBe(403)
    expect(JSON.stringify(body)).toContain('are frozen: Holidays')
    expect(await served()).toEqual(before)
  },
)
