import { Scim, ScimParams, ScimQuery } from '@flagstaff/contract/scim'

/** A request about one resource that is answered with it. */
export const readsOne = { params: ScimParams, querystring: ScimQuery, response: { 200: Scim } } as const
export const changesOne = { ...readsOne, body: Scim } as const
