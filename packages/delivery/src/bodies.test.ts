import { expect, test } from 'vitest'
import { createBodies } from './bodies.ts'
import { compress, type Encoding } from './encodings.ts'
import { createStore } from './index.ts'

test('a failed compression is retried for the next request', async () => {
  let attempts = 0
  const store = createStore({ regex: () => undefined }, { origins: [], enabled: true })
  const views = createBodies(store, {
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
