import type { Permission } from '@flagstaff/contract/permissions'
import type { Vault } from './vault.ts'

/** Who caused something, as the event log keeps it. */
export type Actor = {
  type: 'user' | 'service-account' | 'token' | 'scim' | 'system'
  id: number
  name: string
  ip?: string | undefined
}

/** What somebody may see. Every read takes one; private projects outside it do not exist. */
export type Viewer = { projects: 'all' | ReadonlySet<string>; userId: number }

export type Scope = { project?: string | null | undefined; environment?: string | null | undefined }

/** Whoever asks for something: for the log, for permissions, and for what is shown. */
export type Caller = {
  actor: Actor
  viewer: Viewer
  /** Whether it holds the permission in exactly this scope. */
  may(permission: Permission, scope: Scope): boolean
  /** Whether it holds the permission in some scope: enough to look closer, not enough to act. */
  mayAnywhere(permission: Permission, scope: Scope): boolean
  /** For what only this caller may read again. Admin tokens and service accounts have one, people do not. */
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

/** The projects a viewer is confined to, or null for all: a form that a query can take as it is. */
export const confinedTo = (viewer: Viewer): string[] | null =>
  viewer.projects === 'all' ? null : [...viewer.projects]
