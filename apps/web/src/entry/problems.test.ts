import { expect, test } from 'vitest'
import { readProblem } from './problems.ts'

const id = 'a548417c-7fba-4c5a-a3bc-305e3fe2248b'

test.each([
  ['', undefined],
  ['id=1', undefined],
  ['problem=expired', { problem: 'expired', id: '' }],
  [`problem=domain&id=${id}`, { problem: 'domain', id }],
  ['problem=domain&id=call%20this%20number', { problem: 'domain', id: '' }],
  ['problem=call%20this%20number', { problem: 'answer', id: '' }],
  ['problem=constructor', { problem: 'answer', id: '' }],
])('%s is parsed as %j', (search, read) => {
  expect(readProblem(new URLSearchParams(search))).toEqual(read)
})
