import { errors } from '@flagstaff/contract/errors'
import { expect, test } from 'vitest'

test('no article stands before a word that is filled in', () => {
  for (const [, text] of Object.values(errors)) expect(text).not.toMatch(/\b[Aa]n? \{/)
})
