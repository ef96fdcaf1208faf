import { expect, test } from 'vitest'
import { addressOf } from './address.ts'

test('IPv4 addresses that are mapped into IPv6 are told as what they are', () => {
  expect(addressOf({ ip: '::ffff:10.0.0.1' })).toBe('10.0.0.1')
  expect(addressOf({ ip: '2001:db8::1' })).toBe('2001:db8::1')
})

test('a caller that has hung up has no address', () => {
  expect(addressOf({ ip: undefined })).toBe('')
})
