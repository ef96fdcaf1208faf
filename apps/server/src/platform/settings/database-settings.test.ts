import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'flagstaff-settings-'))
const file = (name: string) => {
  writeFileSync(join(folder, name), `text of ${name}`)
  return join(folder, name)
}
const read = (env: Record<string, string>) =>
  readSettings({ DATABASE_URL: 'postgres://x', ...env }).databaseTls

test.each([
  [{}, undefined],
  [{ DATABASE_SSL: 'true' }, true],
  [{ DATABASE_SSL: 'false', DATABASE_SSL_CA_FILE: file('ca') }, false],
  [{ DATABASE_SSL: '{"rejectUnauthorized": false}' }, { rejectUnauthorized: false }],
  [{ DATABASE_SSL_REJECT_UNAUTHORIZED: 'false' }, { rejectUnauthorized: false }],
  [{ DATABASE_SSL_CA_FILE: file('ca') }, { ca: 'text of ca' }],
  [{ DATABASE_SSL_CA_CONFIG: '{"ca": "inline"}' }, { ca: 'inline' }],
  [
    {
      DATABASE_SSL: 'true',
      DATABASE_SSL_CA_FILE: file('ca'),
      DATABASE_SSL_CERT_FILE: file('cert'),
      DATABASE_SSL_KEY_FILE: file('key'),
      DATABASE_SSL_REJECT_UNAUTHORIZED: 'true',
    },
    { ca: 'text of ca', cert: 'text of cert', key: 'text of key', rejectUnauthorized: true },
  ],
])('reads the TLS settings from %j', (env, tls) => {
  expect(read(env as Record<string, string>)).toEqual(tls)
})

test('an unreadable file or invalid JSON is refused with the name of the setting', () => {
  expect(() => read({ DATABASE_SSL_CA_FILE: join(folder, 'missing') })).toThrow('DATABASE_SSL_CA_FILE: ')
  expect(() => read({ DATABASE_SSL: 'yes' })).toThrow('DATABASE_SSL must be')
  expect(() => readSettings({ DATABASE_URL_FILE: join(folder, 'missing') })).toThrow('DATABASE_URL_FILE: ')
})
