import type { Prepare } from './prepare.ts'

/** Two endpoints, the first with a token. */
export const prepare: Prepare = async ({ as }) => {
  await as.admin.post('/api/admin/signal-endpoints', { name: 'grafana' })
  await as.admin.post('/api/admin/signal-endpoints', { name: 'sentry' })
  const { body } = await as.admin.post('/api/admin/signal-endpoints/1/tokens', { name: 'first' })
  return {
    headers: { 'signal endpoint token': { authorization: body.token } },
  }
}
