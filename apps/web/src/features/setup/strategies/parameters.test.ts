import { expect, test } from 'vitest'
import { faultOf, type Parameter, parametersOf, toSend } from './parameters.ts'

const one = (name: string): Parameter => ({ name, type: 'string', description: '', required: false })

test('every parameter needs a unique name', () => {
  expect(faultOf([])).toBeUndefined()
  expect(faultOf([one('a'), one('b')])).toBeUndefined()
  expect(faultOf([one('a'), one(' ')])).toEqual({ kind: 'blank' })
  expect(faultOf([one('a'), one('a ')])).toEqual({ kind: 'twice', name: 'a' })
  expect(toSend([one(' a ')])).toEqual([one('a')])
})

test('unknown parameter types are treated as text', () => {
  expect(parametersOf({ parameters: [{ name: 'a', type: 'date' }] })).toEqual([one('a')])
})
