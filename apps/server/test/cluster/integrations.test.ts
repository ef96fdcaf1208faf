import { expect, test } from 'vitest'
import { openReceiver } from '../receiver.ts'
import { createFlag, expectStatus } from './changes.ts'
import { openCrew } from './crew.ts'
import type { Server } from './server.ts'

const KILLS = Number(process.env.CLUSTER_ROUNDS ?? 1) * 4
const INTEGRATIONS = 4

const { start, kill, atEnd } = await openCrew({
  ENCRYPTION_KEY: 'a key for tests',
  UNLEASH_ALLOW_PRIVATE_URL_IN_INTEGRATION: 'true',
})
const servers = [await start(), await start()]
const receivers = await Promise.all(Array.from({ length: INTEGRATIONS }, () => openReceiver()))
atEnd(() => Promise.all(receivers.map((receiver) => receiver.close())))

test('integrations get every event in order while servers are killed', async () => {
  for (const { url } of receivers)
    await expectStatus(
      (servers[0] as Server).call('POST', '/api/admin/addons', {
        provider: 'webhook',
        enabled: true,
        parameters: { url },
        events: ['feature-created'],
      }),
      200,
    )
  const made: string[] = []
  let isOver = false
  const maker = (async () => {
    for (let count = 0; !isOver; count++) {
      const name = `told-${count}`
      // A killed server may have committed: then the name is taken.
      for (let attempt = 0; ; attempt++) {
        const server = servers[attempt % 2] as Server
        const reply = await createFlag(server, name).catch(() => undefined)
        if (reply && [201, 409].includes(reply.status)) break
      }
      made.push(name)
    }
  })()
  for (let round = 0; round < KILLS; round++) {
    const before = made.length
    await expect.poll(() => made.length, { timeout: 60_000 }).toBeGreaterThan(before + 10)
    await kill(servers[round % 2] as Server)
    servers[round % 2] = await start()
  }
  isOver = true
  await maker
  for (const { requests } of receivers) {
    const names = () => requests.map(({ body }) => JSON.parse(body).featureName as string)
    await expect.poll(() => new Set(names()).size, { timeout: 120_000 }).toBe(made.length)
    const first = [...new Set(names())]
    expect(first).toEqual(made)
    // At most one event twice for each kill.
    expect(names().length - first.length).toBeLessThanOrEqual(KILLS)
  }
}, 600_000)
