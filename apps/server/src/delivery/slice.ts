import { own } from '../platform/database/owners.ts'
import type { Slice } from '../platform/manifest.ts'
import { expirePublishedTokens } from './expiry-queries.ts'

export const slice: Slice = {
  expire: (db) => expirePublishedTokens(own(db)),
}
