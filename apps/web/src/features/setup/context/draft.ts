import type { ContextField } from '@flagstaff/contract/context'

/** All fields are present, so that two drafts can be compared. */
export type FieldDraft = {
  name: string
  description: string
  valueType: NonNullable<ContextField['valueType']>
  stickiness: boolean
  legalValues: NonNullable<ContextField['legalValues']>
  project: string
}
