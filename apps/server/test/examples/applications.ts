import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as }) => {
  const register = (appName: string) =>
    as.backendToken.post('/api/client/register', {
      appName,
      instanceId: `${appName}-1`,
      sdkVersion: 'unleash-client-node:5.0.0',
      strategies: ['default'],
      interval: 15_000,
      started: new Date().toISOString(),
    })
  await register('checkout')
  await register('old-checkout')
  return {}
}
