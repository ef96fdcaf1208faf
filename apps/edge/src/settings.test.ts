import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const env = { UPSTREAM_URL: 'http://server:4242', TOKENS: '*:production.secret' }

test('variables that Kubernetes sets for a Service named flagstaff are ignored', () => {
  const link = { FLAGSTAFF_PORT: 'tcp://10.96.0.12:80' }
  expect(readSettings({ ...env, ...link }).port).toBe(3063)
  expect(readSettings({ ...env, ...link, PORT: '5000' }).port).toBe(5000)
})

test('an invalid number is refused with the name of the variable', () => {
  expect(() => readSettings({ ...env, FLAGSTAFF_PORT: 'many' })).toThrow('FLAGSTAFF_PORT must be a number')
  expect(() => readSettings({ ...env, POLL_SECONDS: '-1' })).toThrow(
    'POLL_SECONDS must be a number of 0 or more',
  )
})
