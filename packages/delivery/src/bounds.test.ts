import { expect, test } from 'vitest'
import { withBounds } from './bounds.ts'

const SAFE = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }

test('numbers without bounds get default bounds, and others keep theirs', () => {
  const schema = {
    type: 'object',
    properties: {
      type: { type: 'string' },
      default: { type: 'integer', default: 3 },
      some: { type: 'array', items: { type: ['integer', 'null'], minimum: 0 } },
      share: {
        anyOf: [
          { type: 'number', maximum: 1 },
          { type: 'string', enum: ['all'] },
        ],
      },
    },
  }
  expect(withBounds(schema)).toEqual({
    type: 'object',
    properties: {
      type: { type: 'string' },
      default: { type: 'integer', default: 3, ...SAFE },
      some: { type: 'array', items: { type: ['integer', 'null'], ...SAFE, minimum: 0 } },
      share: {
        anyOf: [
          { type: 'number', minimum: -Number.MAX_VALUE, maximum: 1 },
          { type: 'string', enum: ['all'] },
        ],
      },
    },
  })
})
