import { expect, test } from 'vitest'
import { slugOf } from './slug.ts'

test.each([
  ['Checkout', 'checkout'],
  ['  Pay & ship 2 ', 'pay-ship-2'],
  ['Déjà vu', 'deja-vu'],
  ['—', ''],
])('%s becomes %j', (name, id) => {
  expect(slugOf(name)).toBe(id)
})
