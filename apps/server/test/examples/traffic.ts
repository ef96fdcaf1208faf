import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ app, as }) => {
  await as.backendToken.get('/api/client/features', { headers: { 'unleash-appname': 'shop' } })
  await app.traffic.flush()
  return {}
}
