import { errors } from '@flagstaff/contract/errors'
import { expect, test } from 'vitest'

test('no error message has an article before a placeholder', () => {
  for (const [, text] of Object.values(errors)) expect(text).not.toMatch(/\b[Aa]n? \{/)
})
