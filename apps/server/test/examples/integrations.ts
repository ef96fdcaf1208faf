import { afterAll } from 'vitest'
import { openReceiver } from '../receiver.ts'
import type { Env, Prepare } from './prepare.ts'

export const env: Env = {
  ENCRYPTION_KEY: 'a key for examples',
  UNLEASH_ALLOW_PRIVATE_URL_IN_INTEGRATION: 'true',
}

/** An integration with one delivery. */
export const prepare: Prepare = async ({ as, app }) => {
  await app.startWork()
  const receiver = await openReceiver()
  afterAll(() => receiver.close())
  await as.admin.post('/api/admin/addons', {
    provider: 'webhook',
    enabled: true,
    parameters: { url: receiver.url },
    events: ['*'],
  })
  await as.admin.post('/api/admin/projects/default/features', { name: 'told' })
  for (let sent = 0; sent === 0; ) {
    sent = (await as.admin.get('/api/admin/addons/1/events')).body.integrationEvents.length
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { replace: { 'https://hooks.example.com/flags': receiver.url } }
}
