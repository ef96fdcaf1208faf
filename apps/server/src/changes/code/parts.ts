import type { CodeLock } from '@flagstaff/contract/code'
import type { WireFlag } from '@flagstaff/files/wire'
import type { Order } from '../../platform/write/commands.ts'

export type FlagOfFile = { path: string; wire: WireFlag }

/** A claim that a part stores, with the present value that it replaces. */
export type NewClaim = {
  project: string
  flag: string
  environment: string
  field: string
  path: string
  url: string | null
  applied: unknown
  withoutRollout: boolean
  /** Set if the value is written now, so that it may end up in a change request. */
  before?: unknown
}

export type ClaimKey = { project: string; flag: string; environment: string; field: string }

/** The work of one transaction. */
export type CodePart = {
  orders: Order[]
  flags: number
  targets: { flags: string[]; environments: string[]; archived: string[] }
  claims: NewClaim[]
  released: ClaimKey[]
  /** Not set in plans of earlier versions. */
  locks?: CodeLock[]
  take: boolean
  source: { commit: string | null; url: string | null }
}

export const isEmpty = ({ orders, claims, released, locks = [] }: CodePart): boolean =>
  orders.length + claims.length + released.length + locks.length === 0
