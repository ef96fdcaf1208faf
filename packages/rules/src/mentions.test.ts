import { expect, test } from 'vitest'
import { handlesIn, mentionAt, splitMentions } from './mentions.ts'

test.each([
  ['ask @ada', ['ada']],
  ['@Ada, @bob.b.', ['ada,', 'ada', 'bob.b.', 'bob.b']],
  ['(@ada)', ['ada)', 'ada']],
  ['mail ada@example.com', []],
  ['@ada@example.com', ['ada@example.com']],
  ['a lone @ sign', []],
  ['@@ada', []],
])('the handles in "%s" are %j', (text, handles) => {
  expect(handlesIn(text)).toEqual(handles)
})

test('a text has at most 50 handles', () => {
  expect(handlesIn(Array.from({ length: 100 }, (_, n) => `@u${n}`).join(' '))).toHaveLength(50)
})

test('splits a text at the mentions of known handles', () => {
  expect(splitMentions('ask @Ada, not @bob', ['ada'])).toEqual([
    { start: 0, text: 'ask ', isMention: false },
    { start: 4, text: '@Ada', isMention: true },
    { start: 8, text: ', not @bob', isMention: false },
  ])
})

test('finds the mention that is being typed', () => {
  expect(mentionAt('ask @ad', 7)).toEqual({ start: 4, typed: 'ad' })
  expect(mentionAt('ask @ada now', 12)).toBeUndefined()
  expect(mentionAt('mail ada@ex', 11)).toBeUndefined()
})
