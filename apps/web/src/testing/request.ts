import type { ChangeRequest } from '@flagstaff/contract/requests'

/** A draft without changes. */
export const emptyDraft: ChangeRequest = {
  id: 7,
  title: 'Change 7',
  project: 'default',
  environment: 'production',
  state: 'Draft',
  minApprovals: 1,
  createdBy: { id: 1, username: 'ida', imageUrl: null },
  createdAt: '2026-11-01T10:00:00.000Z',
  features: [],
  segments: [],
  approvals: [],
  rejections: [],
  comments: [],
  stateTimestamps: {},
  edition: 1,
  affects: [],
  hidden: 0,
  objectVersion: 1,
}
