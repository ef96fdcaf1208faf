import type { ContextField } from '@flagstaff/contract/context'
import type { NewEvent } from '../../platform/write/write.ts'

/** The field as the event log stores it, without its version: events without a difference are dropped. */
const described = ({ objectVersion: _, ...field }: ContextField) => field

export const contextFieldCreated = (field: ContextField): NewEvent => ({
  type: 'context-field-created',
  project: field.project,
  data: described(field),
})

export const contextFieldUpdated = (before: ContextField, field: ContextField): NewEvent => ({
  type: 'context-field-updated',
  project: field.project,
  data: described(field),
  preData: described(before),
})

export const contextFieldDeleted = (field: ContextField): NewEvent => ({
  type: 'context-field-deleted',
  project: field.project,
  preData: described(field),
})
