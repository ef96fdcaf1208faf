import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { addressKey } from './budget.ts'

const { as, db } = await testApp()

test('forwarding headers from an untrusted client do not change its address', async () => {
  for (const ip of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
    await as.anonymous.post(
      '/auth/simple/login',
      { username: ip, password: 'x' },
      { headers: { 'x-forwarded-for': ip, forwarded: `for=${ip}` } },
    )
  }
  const rows = await db.selectFrom('login_attempts').select(['who', 'attempts']).execute()
  const addresses = rows.filter(({ who }) => who.startsWith('address:'))
  expect(new Set(addresses.map(({ who }) => who))).toEqual(new Set([addressKey('127.0.0.1')]))
  expect(addresses.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(3)
})
