import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const read = (env: Record<string, string>) => readSettings({ DATABASE_URL: 'postgres://localhost/x', ...env })

test('no email is sent unless an SMTP host is configured', () => {
  expect(read({ EMAIL_PORT: '25' }).mail).toBeUndefined()
})

test('the default sender address is no-reply at the host of the public URL', () => {
  const env = { EMAIL_HOST: 'smtp.example', UNLEASH_URL: 'https://flags.example:8443/' }
  expect(read(env).mail).toEqual({
    host: 'smtp.example',
    port: 587,
    secure: false,
    user: undefined,
    password: undefined,
    sender: 'Flagstaff <no-reply@flags.example>',
    headers: {},
  })
  const more = { EMAIL_SENDER: 'Flags <flags@example.com>', EMAIL_OPTIONAL_HEADERS: '{"X-Team": "core"}' }
  expect(read({ ...env, ...more }).mail).toMatchObject({
    sender: 'Flags <flags@example.com>',
    headers: { 'X-Team': 'core' },
  })
})

test.each([
  [{ EMAIL_HOST: 'x', EMAIL_OPTIONAL_HEADERS: '{"a": 1}' }, 'EMAIL_OPTIONAL_HEADERS'],
  [{ EMAIL_HOST: 'x', EMAIL_PORT: 'high' }, 'EMAIL_PORT'],
  [{ TOKEN_EXPIRY_NOTIFICATION_DAYS: '14,soon' }, 'TOKEN_EXPIRY_NOTIFICATION_DAYS'],
  [{ TOKEN_EXPIRY_NOTIFICATION_DAYS: '0' }, 'TOKEN_EXPIRY_NOTIFICATION_DAYS'],
])('refuses to start with %o', (env, name) => {
  expect(() => read(env as unknown as Record<string, string>)).toThrow(name)
})

test('expiry notices are sorted, longest first', () => {
  expect(read({}).expiryNoticeDays).toEqual([14, 3])
  expect(read({ TOKEN_EXPIRY_NOTIFICATION_DAYS: '1, 7' }).expiryNoticeDays).toEqual([7, 1])
})
