import { expect, test } from 'vitest'
import { acceptExpiry, invitationUrl } from './rules.ts'

const now = new Date('2030-01-15T10:00:00.000Z')

test.each([
  ['2030-01-20T00:00:00.000Z', '2030-01-20T00:00:00.000Z'],
  ['2031-01-01T00:00:00.000Z', '2030-02-15T10:00:00.000Z'],
])('a link with the requested expiry %s expires at %s', (wanted, end) => {
  expect(acceptExpiry(wanted, now).toISOString()).toBe(end)
})

test('an expiry in the past is refused', () => {
  expect(() => acceptExpiry('2030-01-15T09:59:59.000Z', now)).toThrow('later time')
})

test('the URL contains the secret only when it is known, and is masked otherwise', () => {
  const settings = { url: 'https://flags.example', basePath: '/team' }
  expect(invitationUrl(settings, 'x')).toBe('https://flags.example/team/new-user?invite=x')
  expect(invitationUrl(settings)).toBe('https://flags.example/team/new-user?invite=…')
})
