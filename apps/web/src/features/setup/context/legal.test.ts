import { expect, test } from 'vitest'
import { addLegalValues, faultOf, parseLegalValues } from './legal.ts'

test.each([
  ['NO\nSE\n\nNO', [{ value: 'NO' }, { value: 'SE' }]],
  [
    'NO,Norway\nSE,Sweden',
    [
      { value: 'NO', description: 'Norway' },
      { value: 'SE', description: 'Sweden' },
    ],
  ],
  ['NO\tNorway', [{ value: 'NO', description: 'Norway' }]],
  ['NO; Norway, the kingdom', [{ value: 'NO', description: 'Norway, the kingdom' }]],
  ['"a, b","says ""hi"""', [{ value: 'a, b', description: 'says "hi"' }]],
  ['NO,Norway,with fjords', [{ value: 'NO', description: 'Norway, with fjords' }]],
  ['  \r\n , nothing', []],
])('%j is parsed', (text, values) => {
  expect(parseLegalValues(text)).toEqual(values)
})

test('existing values are kept unchanged', () => {
  const present = [{ value: 'NO', description: 'Norway' }]
  expect(addLegalValues(present, [{ value: 'NO' }, { value: 'SE' }])).toEqual([...present, { value: 'SE' }])
})

test('invalid values are detected before saving', () => {
  expect(faultOf([{ value: 'NO' }, { value: 'SE' }])).toBeUndefined()
  expect(faultOf([{ value: ' ' }])).toEqual({ kind: 'blank' })
  expect(faultOf([{ value: 'a'.repeat(101) }])).toEqual({ kind: 'long' })
  expect(faultOf([{ value: 'NO' }, { value: 'NO' }])).toEqual({ kind: 'twice', value: 'NO' })
})
