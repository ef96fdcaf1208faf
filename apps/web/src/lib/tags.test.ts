import { expect, test } from 'vitest'
import { nameOfTag, readTag } from './tags.ts'

test('a tag is parsed with or without a type', () => {
  expect(readTag(' web ')).toEqual({ type: 'simple', value: 'web' })
  expect(readTag('team: checkout')).toEqual({ type: 'team', value: 'checkout' })
  expect(readTag('see:https://a.example')).toEqual({ type: 'see', value: 'https://a.example' })
  expect(readTag('team:')).toEqual({ type: 'simple', value: 'team:' })
  expect(readTag(':web')).toEqual({ type: 'simple', value: ':web' })
})

test('a tag is formatted so that it parses to the same tag', () => {
  expect(nameOfTag({ type: 'simple', value: 'web' })).toBe('web')
  expect(nameOfTag(readTag('team:checkout'))).toBe('team:checkout')
  const odd = { type: 'simple', value: 'at 10:30' }
  expect(readTag(nameOfTag(odd))).toEqual(odd)
})
