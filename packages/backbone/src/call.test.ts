import { expect, test } from 'vitest'
import { closeAnswer, closeCall, openAnswer, openCall } from './call.ts'
import { createSeal } from './seal.ts'

const parts = { seal: createSeal('a long secret'), instance: 'shop', id: 'one' }
const call = { path: '/api/client/metrics/bulk', token: 'default:development.x', headers: {}, body: { a: 1 } }
const HOUR = 3_600_000

test('a call arrives with its ID, and its answer returns to it', () => {
  expect(openCall(parts, closeCall(parts, call))).toEqual({ id: 'one', call })
  const answer = { status: 202, contentType: undefined }
  expect(openAnswer(parts, closeAnswer(parts, answer))).toEqual(answer)
})

test('an answer to another call, installation or key is refused', () => {
  const answer = closeAnswer(parts, { status: 202, contentType: 'application/json' })
  expect(() => openAnswer({ ...parts, id: 'two' }, answer)).toThrow('cannot be opened')
  expect(() => openCall({ ...parts, instance: 'other' }, closeCall(parts, call))).toThrow('cannot be opened')
  expect(() => openCall({ ...parts, seal: createSeal('another') }, closeCall(parts, call))).toThrow(
    'cannot be opened',
  )
})

test('a recorded call of yesterday is refused, a clock that is an hour off is not', () => {
  const message = closeCall(parts, call, 100 * HOUR)
  expect(openCall(parts, message, 101 * HOUR).id).toBe('one')
  expect(() => openCall(parts, message, 125 * HOUR)).toThrow('check its clock')
})
