import type { Permission } from '@flagstaff/contract/permissions'
import type { Scope } from '@flagstaff/rules/permissions'
import type { Vault } from '../vault.ts'

export type { Scope }

/** The cause of an event, as stored in the event log. */
export type Actor = {
  type: 'user' | 'service-account' | 'token' | 'scim' | 'system'
  id: number
  name: string
  ip?: string | undefined
}

/** How a change is made, other than by calling the API: the client is what it calls itself. */
export type Via = { by: 'mcp'; client: string | null }

/** What a caller can see. Every read takes one; private projects outside it are treated as missing. */
export type Viewer = { projects: 'all' | ReadonlySet<string>; userId: number }

/** The actor of a request, with its permissions and visible projects. */
export type Caller = {
  actor: Actor
  viewer: Viewer
  /** Whether the caller holds the permission in exactly this scope. */
  may(permission: Permission, scope: Scope): boolean
  /** Whether the caller holds the permission in any matching scope. A cheap early check; `may` decides. */
  mayAnywhere(permission: Permission, scope: Scope): boolean
  /** The token of the caller can only propose changes: they are added to a change request, or refused. */
  proposeOnly?: boolean
  /** When the token of the caller expires. No token that it creates for its account is valid for longer. */
  expiresAt?: Date | undefined
  /** What the caller uses to make changes, from `X-Flagstaff-Via`. */
  via?: Via | undefined
  /** Why the caller skips a review, from `X-Change-Reason`. */
  reason?: string | undefined
  /** Encrypts data that only this caller can read again. Admin tokens and service accounts have one, people do not. */
  vault?(): Vault
}

export const system: Caller = {
  actor: { type: 'system', id: -1337, name: 'system' },
  viewer: { projects: 'all', userId: -1337 },
  may: () => true,
  mayAnywhere: () => true,
}

export const sees = (viewer: Viewer, project: string | null | undefined): boolean =>
  viewer.projects === 'all' || project == null || viewer.projects.has(project)

/** The projects a viewer is limited to, or null for all, as a query parameter. */
export const confinedTo = (viewer: Viewer): string[] | null =>
  viewer.projects === 'all' ? null : [...viewer.projects]
