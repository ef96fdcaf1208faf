import type { Permission } from '@flagstaff/contract/permissions'

/** Who has which roles. Accounts and groups have IDs, so that a stored state contains no personal data. */
export type AccessState = {
  roles: {
    id: number
    name: string
    grants: { permission: Permission; environment: string; project: string }[]
  }[]
  groups: { id: number; name: string }[]
  accounts: { id: number; service: boolean }[]
  /** Root roles. */
  root: { account: number; role: number; group: number | null }[]
  /** Project roles. */
  members: { project: string; account: number; role: number; group: number | null }[]
  /** The environments of projects. */
  places: { project: string; private: boolean; environment: string; type: string; reviewed: boolean }[]
  /** Admin tokens, which have every permission, and when they expire. */
  tokens: { name: string; until: string | null }[]
}
