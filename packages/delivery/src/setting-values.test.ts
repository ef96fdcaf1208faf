import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findSetting, isNetwork } from './setting-values.ts'

const folder = mkdtempSync(join(tmpdir(), 'settings-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'secret')
writeFileSync(file, 'from the file\n')

test.each([
  [{ KEY: 'plain' }, 'plain'],
  [{ KEY: 'plain', FLAGSTAFF_KEY: 'prefixed' }, 'prefixed'],
  [{ KEY: 'plain', KEY_FILE: file }, 'from the file'],
  [{ FLAGSTAFF_KEY_FILE: file, KEY: 'plain' }, 'from the file'],
  [{ KEY: '', FLAGSTAFF_KEY: '' }, undefined],
  [{}, undefined],
])('reads a setting from %j', (env, value) => {
  expect(findSetting(env, ['KEY'])?.text).toBe(value)
})

test('a file that cannot be read is an error that names the setting', () => {
  expect(() => findSetting({ KEY_FILE: join(folder, 'missing') }, ['KEY'])).toThrow(/^KEY_FILE: .*ENOENT/)
})

test.each([
  ['10.0.0.1', true],
  ['10.0.0.0/8', true],
  ['10.0.0.0/255.0.0.0', true],
  ['fd00::/8', true],
  ['loopback', true],
  ['banana', false],
  ['10.0.0.0/33', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0.0/', false],
])('%s is a network: %s', (text, is) => {
  expect(isNetwork(text)).toBe(is)
})
