import { expect, test } from 'vitest'
import { openSecretBox } from './secret-box.ts'

test('an encrypted secret can only be decrypted with its key', () => {
  const sealed = openSecretBox(['one']).seal('client secret')
  expect(sealed).not.toContain('secret')
  expect(openSecretBox(['one']).open(sealed)).toBe('client secret')
  expect(() => openSecretBox(['two']).open(sealed)).toThrow('no key can decrypt this secret')
})

test('encrypting the same text twice gives different ciphertexts', () => {
  const box = openSecretBox(['one'])
  expect(box.seal('same')).not.toBe(box.seal('same'))
})

test('old keys still decrypt their secrets after key rotation', () => {
  const sealed = openSecretBox(['old']).seal('text')
  expect(openSecretBox(['new', 'old']).open(sealed)).toBe('text')
})

test('a modified ciphertext is rejected', () => {
  const box = openSecretBox(['one'])
  const [envelope = '', body = ''] = box.seal('text').split('.')
  const other = body[0] === 'A' ? 'B' : 'A'
  expect(() => box.open(`${envelope}.${other}${body.slice(1)}`)).toThrow()
})

test('refuses to encrypt without an ENCRYPTION_KEY', () => {
  expect(() => openSecretBox([]).seal('text')).toThrow('ENCRYPTION_KEY')
})
