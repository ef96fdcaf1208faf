import { expect, test } from 'vitest'
import { addressOf } from './address.ts'

test('IPv4 addresses that are mapped to IPv6 are returned as IPv4', () => {
  expect(addressOf({ ip: '::ffff:10.0.0.1' })).toBe('10.0.0.1')
  expect(addressOf({ ip: '2001:db8::1' })).toBe('2001:db8::1')
})

test('a client that has disconnected has no IP address', () => {
  expect(addressOf({ ip: undefined })).toBe('')
})
