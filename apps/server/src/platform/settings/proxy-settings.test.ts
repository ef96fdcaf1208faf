import { expect, test } from 'vitest'
import { proxyFor } from './proxy-settings.ts'
import { readSettings } from './settings.ts'

const read = (env: Record<string, string>) => readSettings({ DATABASE_URL: 'postgres://x', ...env }).proxy

test('proxy variables are read in upper and lower case, and an invalid URL is refused', () => {
  expect(read({})).toEqual({ http: undefined, https: undefined, exceptions: [] })
  expect(read({ https_proxy: 'proxy.example:3128', NO_PROXY: 'a.example, .b.example' })).toEqual({
    http: undefined,
    https: 'http://proxy.example:3128/',
    exceptions: ['a.example', '.b.example'],
  })
  expect(() => read({ HTTP_PROXY: 'socks5://proxy.example' })).toThrow('HTTP_PROXY must be the URL')
})

test.each([
  ['https://idp.example', '', true],
  ['http://idp.example', '', false],
  ['https://idp.example', '*', false],
  ['https://idp.example', 'idp.example', false],
  ['https://login.idp.example', 'idp.example', false],
  ['https://login.idp.example', '.idp.example', false],
  ['https://login.idp.example', '*.idp.example', false],
  ['https://myidp.example', 'idp.example', true],
  ['https://IDP.example', 'other.example,idp.EXAMPLE', false],
  ['https://idp.example', 'idp.example:443', false],
  ['https://idp.example:8443', 'idp.example:443', true],
  ['https://10.1.2.3', '10.0.0.0/8', false],
  ['https://11.1.2.3', '10.0.0.0/8', true],
  ['https://[fd00::1]', 'fd00::/8', false],
  ['https://10.1.2.3', '10.1.2.3', false],
])('%s with NO_PROXY=%s uses the proxy: %s', (url, exceptions, takes) => {
  const settings = read({ HTTPS_PROXY: 'http://proxy.example:3128', NO_PROXY: exceptions })
  expect(proxyFor(new URL(url), settings) !== undefined).toBe(takes)
})
