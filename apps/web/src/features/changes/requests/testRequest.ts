import type { ChangeRequest } from '@flagstaff/contract/requests'

// For tests: an approved request.

export const at = (minute: number) => `2026-11-16T12:${String(minute).padStart(2, '0')}:00.000Z`
const person = (name: string) => ({ id: name.length, name, username: null, imageUrl: null })
export const request: ChangeRequest = {
  id: 1,
  title: 'Raise it',
  project: 'default',
  environment: 'production',
  state: 'Approved',
  minApprovals: 1,
  createdBy: person('Tomas'),
  createdAt: at(1),
  features: [],
  segments: [],
  approvals: [{ createdBy: person('Sara'), createdAt: at(5) }],
  rejections: [],
  comments: [{ id: 1, text: 'Fine by me', createdBy: person('Ida'), createdAt: at(4) }],
  stateTimestamps: { Draft: at(1), 'In review': at(3), Approved: at(5) },
  edition: 1,
  affects: [{ project: 'default', environment: 'production', given: 1, needed: 1 }],
  hidden: 0,
  objectVersion: 1,
}
