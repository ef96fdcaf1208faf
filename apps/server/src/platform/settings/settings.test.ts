import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const url = { DATABASE_URL: 'postgres://here/db' }

test('the database URL is the only required setting', () => {
  const settings = readSettings(url)
  expect(settings).toMatchObject({
    port: 4242,
    basePath: '',
    databaseUrl: 'postgres://here/db',
    trustedProxies: [],
  })
  expect(settings.databaseDirectUrl).toBe(settings.databaseUrl)
  expect(settings.limits.segments).toBe(300)
  expect(() => readSettings({})).toThrow('DATABASE_URL')
})

test('FLAGSTAFF_ names win over the names accepted for compatibility', () => {
  expect(readSettings({ ...url, PORT: '1' }).port).toBe(1)
  expect(readSettings({ ...url, PORT: '1', FLAGSTAFF_PORT: '2' }).port).toBe(2)
  expect(readSettings({ ...url, UNLEASH_SEGMENTS_LIMIT: '7' }).limits.segments).toBe(7)
})

test.each([
  ['BASE_URI_PATH', '/flags/', 'basePath', '/flags'],
  ['TRUSTED_PROXIES', '10.0.0.0/8, 127.0.0.1', 'trustedProxies', ['10.0.0.0/8', '127.0.0.1']],
  ['DATABASE_DIRECT_URL', 'postgres://direct/db', 'databaseDirectUrl', 'postgres://direct/db'],
  ['CHECK_DB_ON_READY', 'true', 'checkDatabaseOnReady', true],
] as const)('reads %s=%s', (name, text, key, value) => {
  expect(readSettings({ ...url, [name]: text })[key]).toEqual(value)
})

test('the database URL can be built from separate settings', () => {
  const { databaseUrl } = readSettings({
    DATABASE_HOST: 'db',
    DATABASE_USERNAME: 'f',
    DATABASE_PASSWORD: 'p@ss',
  })
  expect(databaseUrl).toBe('postgres://f:p%40ss@db:5432/flagstaff')
})

test('an invalid number is refused with the name of the variable', () => {
  expect(() => readSettings({ ...url, PORT: 'many' })).toThrow('PORT must be a number, not many.')
  expect(() => readSettings({ ...url, PORT: 'many' })).not.toThrow('HTTP_PORT')
  expect(() => readSettings({ ...url, FLAGSTAFF_PORT: 'many' })).toThrow('FLAGSTAFF_PORT must be a number')
})

test('variables that Kubernetes sets for a Service named flagstaff are ignored', () => {
  const links = {
    FLAGSTAFF_PORT: 'tcp://10.96.0.12:80',
    FLAGSTAFF_HTTP_PORT: 'tcp://10.96.0.13:80',
    FLAGSTAFF_PORT_80_TCP: 'tcp://10.96.0.12:80',
    FLAGSTAFF_SERVICE_HOST: '10.96.0.12',
    FLAGSTAFF_SERVICE_PORT: '80',
  }
  expect(readSettings({ ...url, ...links }).port).toBe(4242)
  expect(readSettings({ ...url, ...links, PORT: '5000' }).port).toBe(5000)
})
