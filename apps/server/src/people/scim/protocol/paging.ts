import type { ScimQuery } from '@flagstaff/contract/scim'
import { Messages } from 'scimmy'

export const MOST_RESULTS = 200
const USUAL = 100

export type Page = { offset: number; limit: number }

/** Clamps out-of-range numbers, as RFC 7644 requires. */
export const pageOf = ({ startIndex = 1, count = USUAL }: ScimQuery): Page => ({
  offset: Math.min(Math.max(startIndex, 1), 2 ** 31) - 1,
  limit: Math.min(Math.max(count, 0), MOST_RESULTS),
})

export const listOf = (resources: readonly object[], total: number, { offset }: Page) => ({
  schemas: [Messages.ListResponse.id],
  totalResults: total,
  startIndex: offset + 1,
  itemsPerPage: resources.length,
  Resources: resources,
})
