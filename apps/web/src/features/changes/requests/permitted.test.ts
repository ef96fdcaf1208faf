import type { ChangeRequest } from '@flagstaff/contract/requests'
import { expect, test, vi } from 'vitest'
import { permittedFor, type Reader } from './permitted.ts'
import { request } from './testRequest.ts'

// Messages read the locale from it.
vi.stubGlobal('localStorage', { getItem: () => null })

const reader: Reader = { id: 99, isAdmin: false, adminsApproveOwn: false, refusal: () => 'not allowed' }
const author: Reader = { ...reader, id: request.createdBy.id }
const applier: Reader = {
  ...reader,
  refusal: (wanted) => (wanted === 'APPLY_CHANGE_REQUEST' ? undefined : 'not allowed'),
}
const scheduled: ChangeRequest = {
  ...request,
  state: 'Scheduled',
  schedule: { scheduledAt: '2026-11-17T09:00:00.000Z', status: 'pending' },
}

test('people who can apply an approved request can also schedule it', () => {
  expect(permittedFor(request, author)).toMatchObject({
    apply: { why: undefined },
    schedule: { why: undefined },
  })
  expect(permittedFor(request, applier).schedule).toEqual({ why: undefined })
  expect(permittedFor(request, reader).schedule).toEqual({ why: 'not allowed' })
})

test('a scheduled request can be applied, moved or rejected, but not edited or cancelled', () => {
  expect(Object.keys(permittedFor(scheduled, author)).toSorted()).toEqual(['apply', 'reject', 'schedule'])
  expect(permittedFor(scheduled, author).reject).toEqual({ why: undefined })
  expect(permittedFor(scheduled, applier).reject).toEqual({ why: 'not allowed' })
})

test('the end of a temporary change is rejected by a reviewer who did not write it', () => {
  const back = {
    ...scheduled,
    returns: 1,
    affects: [{ project: 'p', environment: 'e', given: 1, needed: 1 }],
  }
  const reviewer: Reader = { ...reader, refusal: () => undefined }
  expect(permittedFor(back, { ...reviewer, id: request.createdBy.id }).reject?.why).toContain('approved with')
  expect(permittedFor(back, applier).reject?.why).toContain('approved with')
  expect(permittedFor(back, reviewer).reject).toEqual({ why: undefined })
})

test('a request whose approval no longer counts can be approved again, and not applied before', () => {
  const reviewer: Reader = { ...reader, refusal: () => undefined }
  const affects = [{ project: 'default', environment: 'production', given: 0, needed: 1 }]
  for (const one of [request, scheduled]) {
    const { approve, apply, schedule } = permittedFor({ ...one, approvals: [], affects }, reviewer)
    expect(approve).toEqual({ why: undefined })
    expect([apply?.why, schedule?.why]).toEqual(
      Array(2).fill('An approval no longer counts. Another one is needed.'),
    )
    expect(permittedFor({ ...one, affects: [] }, reviewer)).not.toHaveProperty('approve')
  }
})

test('a conflict has to be resolved before a request is scheduled', () => {
  const why = permittedFor({ ...scheduled, conflict: 'A rule was changed.' }, author).schedule?.why
  expect(why).toBe('Resolve the conflict first.')
})
