import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

const toneOf = (code: string, text: string) => highlight(code).find((piece) => piece.text === text)?.tone

test('highlighting preserves the whole text', () => {
  const code = "// hi\nconst a = await get('https://x.example/api', { A_TOKEN: 1 })\n"
  expect(
    highlight(code)
      .map(({ text }) => text)
      .join(''),
  ).toBe(code)
})

test('keywords, strings, names and comments are highlighted, and other text is not', () => {
  const code = "const flags = start({ url: 'https://x.example' }) // done\nprocess.env.FLAGSTAFF_TOKEN"
  expect(toneOf(code, 'const')).toBe('keyword')
  expect(toneOf(code, "'https://x.example'")).toBe('string')
  expect(toneOf(code, '// done')).toBe('comment')
  expect(toneOf(code, 'FLAGSTAFF_TOKEN')).toBe('name')
  expect(toneOf('curl https://x.example/api', '//x.example/api')).toBeUndefined()
})
