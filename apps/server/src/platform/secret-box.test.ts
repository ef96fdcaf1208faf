import { expect, test } from 'vitest'
import { openSecretBox } from './secret-box.ts'

test('what was sealed can be opened, and only with the key', () => {
  const sealed = openSecretBox(['one']).seal('client secret')
  expect(sealed).not.toContain('secret')
  expect(openSecretBox(['one']).open(sealed)).toBe('client secret')
  expect(() => openSecretBox(['two']).open(sealed)).toThrow('no key opens this secret')
})

test('the same text is sealed differently each time', () => {
  const box = openSecretBox(['one'])
  expect(box.seal('same')).not.toBe(box.seal('same'))
})

test('after a change of keys the old ones still open what they sealed', () => {
  const sealed = openSecretBox(['old']).seal('text')
  expect(openSecretBox(['new', 'old']).open(sealed)).toBe('text')
})

test('a changed byte is noticed', () => {
  const box = openSecretBox(['one'])
  const [envelope = '', body = ''] = box.seal('text').split('.')
  const other = body[0] === 'A' ? 'B' : 'A'
  expect(() => box.open(`${envelope}.${other}${body.slice(1)}`)).toThrow()
})

test('without a key nothing is stored', () => {
  expect(() => openSecretBox([]).seal('text')).toThrow('ENCRYPTION_KEY')
})
