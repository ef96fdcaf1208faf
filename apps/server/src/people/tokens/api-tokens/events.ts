import type { ApiToken } from '@flagstaff/contract/tokens'
import type { NewEvent } from '../../../platform/write/write.ts'

/** A token as stored: its visible part, and the digest used to find and publish it. */
export type StoredToken = ApiToken & { id: string; digest: string; cdn: boolean }

/** Does not contain the secret or its digest. */
const described = ({ id, tokenName, type, environment, project, projects, expiresAt }: StoredToken) => ({
  id,
  tokenName,
  type,
  environment,
  project,
  projects,
  expiresAt,
})

const about = (token: StoredToken) => ({
  project: token.projects.length === 1 && token.project !== '*' ? token.project : null,
  environment: token.environment === '*' ? null : token.environment,
  touches: [{ kind: 'token' as const, name: token.digest }],
})

export const apiTokenCreated = (token: StoredToken): NewEvent => ({
  type: 'api-token-created',
  ...about(token),
  data: described(token),
})

export const cdnTokenCreated = (token: StoredToken): NewEvent => ({
  ...apiTokenCreated(token),
  type: 'cdn-token-created',
})

export const apiTokenUpdated = (before: StoredToken, token: StoredToken): NewEvent => ({
  type: 'api-token-updated',
  ...about(token),
  data: described(token),
  preData: described(before),
})

export const apiTokenDeleted = (token: StoredToken): NewEvent => ({
  type: 'api-token-deleted',
  ...about(token),
  preData: described(token),
})
