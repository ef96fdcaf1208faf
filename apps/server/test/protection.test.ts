import { expect, test } from 'vitest'
import { commandNames } from '../src/platform/write/commands.ts'
import { storeApiToken } from './credentials.ts'
import { testApp } from './kit.ts'
import { harmless } from './protection/harmless.ts'
import { home, plannedWays, prepare, ways } from './protection/ways.ts'

const { as, client, app, db } = await testApp({}, (db) =>
  storeApiToken(db, '*:production.sdk', { name: 'sdk', type: 'backend', environment: 'production' }),
)
const sdk = client({ authorization: '*:production.sdk' })
const served = async () => (await sdk.get('/api/client/features')).body
await app.startWork()
const ground = await prepare(as.admin, db)
const config = `${home}/environments/production/change-requests/config`
await as.owner.put(config, { changeRequestsEnabled: true, requiredApprovals: 2 })
const before = await served()

test('every command is either tried in a protected environment or cannot change behaviour', () => {
  const planned = Object.keys(plannedWays).filter((name) => !name.includes(','))
  const listed = [...Object.keys(ways), ...planned, ...Object.keys(harmless)].sort()
  expect(listed).toEqual(commandNames())
})

const all = [...Object.entries(ways), ...Object.entries(plannedWays)].flatMap(([name, way]) =>
  [way].flat().map((one, index) => [`${name} ${index + 1}`, one] as const),
)
test.each(all)('%s cannot change a protected environment without a reason', async (_name, way) => {
  const { status, body } = await way(as.admin, ground)
  expect(status).toBe(403)
  expect(['reasonNeeded', 'beyondApproval']).toContain(body.code)
  expect(await served()).toEqual(before)
})
