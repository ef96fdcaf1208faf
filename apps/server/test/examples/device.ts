import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as }) => {
  const start = async (host: string) => (await as.anonymous.post('/auth/device', { host })).body
  const [find, approve, deny, token] = [
    await start('build-1'),
    await start('build-2'),
    await start('build-3'),
    await start('build-4'),
  ]
  await as.admin.post('/api/admin/device/approve', { userCode: token.user_code })
  return {
    replace: {
      'BCDF-GHJK': find.user_code,
      'LMNP-QRST': approve.user_code,
      'VWXZ-BCDF': deny.user_code,
      q3oTqk0Yb1vR6uWm9cXzE4sHd7jLf2gNa5tPi8wKxBQ: token.device_code,
    },
  }
}
