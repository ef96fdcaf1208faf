import { expect, test } from 'vitest'
import { compress, type Encoding } from './encodings.ts'
import { createStore } from './index.ts'
import { createViews } from './views.ts'

test('a compression that failed is tried again for the next reader', async () => {
  let attempts = 0
  const store = createStore({ regex: () => undefined }, { origins: [], enabled: true })
  const views = createViews(store, {
    compress: async (body: Buffer, encoding: Exclude<Encoding, 'identity'>) => {
      attempts += 1
      if (attempts === 1) throw new Error('no memory')
      return compress(body, encoding)
    },
  })
  const body = () => views.body({ environment: 'development', projects: '*', inline: false })
  await expect(body().encoded('gzip')).rejects.toThrow('no memory')
  const zipped = await body().encoded('gzip')
  expect(zipped.length).toBeGreaterThan(0)
  expect(body().encoded('gzip')).toBe(zipped)
  expect(attempts).toBe(2)
})
