import type { ActionSet } from '@flagstaff/contract/actions'
import type { NewEvent } from '../../../platform/write/write.ts'

const shown = ({ objectVersion: _, actions, ...set }: ActionSet) => ({
  ...set,
  actions: actions.map(({ action, sortOrder, executionParams }) => ({ action, sortOrder, executionParams })),
})

export const setCreated = (after: ActionSet): NewEvent => ({
  type: 'actions-created',
  project: after.project,
  data: shown(after),
})

export const setUpdated = (before: ActionSet, after: ActionSet): NewEvent => ({
  type: 'actions-updated',
  project: after.project,
  preData: shown(before),
  data: shown(after),
})

export const setDeleted = (before: ActionSet): NewEvent => ({
  type: 'actions-deleted',
  project: before.project,
  preData: shown(before),
})
