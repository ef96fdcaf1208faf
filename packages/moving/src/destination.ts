import type { Client } from '@flagstaff/client/connect'
import type { Environment } from '@flagstaff/contract/environments'

/** What already exists on our server, apart from flags. */
export type Destination = {
  environments: Map<string, Environment>
  projects: Map<string, { name: string; environments: Set<string> }>
  fields: Map<string, { stickiness: boolean; legalValues: string[]; project: string | undefined }>
  tagTypes: Set<string>
  strategies: Set<string>
  segments: Map<string, { id: number; project: string | null }>
  tokens: Set<string>
  /** Email addresses and user names, in lower case. */
  users: Set<string>
  roles: Map<string, number>
}

export async function readDestination(client: Client): Promise<Destination> {
  const [environments, projects, fields, types, strategies, segments, tokens, users] = await Promise.all([
    client.get('GET /api/admin/environments', {}),
    client.get('GET /api/admin/projects', {}),
    client.get('GET /api/admin/context', {}),
    client.get('GET /api/admin/tag-types', {}),
    client.get('GET /api/admin/strategies', {}),
    client.get('GET /api/admin/segments', {}),
    client.get('GET /api/admin/api-tokens', {}),
    client.get('GET /api/admin/user-admin', {}),
  ])
  const known: Destination['projects'] = new Map()
  for (const { id, name } of projects.projects) {
    const { environments: used = [] } = await client.get('GET /api/admin/projects/:projectId/overview', {
      params: { projectId: id },
    })
    known.set(id, { name, environments: new Set(used.map(({ environment }) => environment)) })
  }
  return {
    environments: new Map(environments.environments.map((one) => [one.name, one])),
    projects: known,
    fields: new Map(
      fields.map(({ name, stickiness = false, legalValues = [], project }) => [
        name,
        { stickiness, legalValues: legalValues.map(({ value }) => value).sort(), project },
      ]),
    ),
    tagTypes: new Set(types.tagTypes.map(({ name }) => name)),
    strategies: new Set(strategies.strategies.map(({ name }) => name)),
    segments: new Map(
      (segments.segments ?? []).map(({ id, name, project = null }) => [name, { id, project }]),
    ),
    tokens: new Set(tokens.tokens.map((token) => tokenKey({ ...token, name: token.tokenName }))),
    users: new Set(
      users.users.flatMap(({ email, username }) =>
        [email, username].flatMap((text) => (text ? [text.toLowerCase()] : [])),
      ),
    ),
    roles: new Map((users.rootRoles ?? []).map(({ id, name }) => [name, id])),
  }
}

/** Secrets cannot be compared, so tokens are the same if everything else is. */
export const tokenKey = (token: {
  name: string
  type: string
  environment?: string | undefined
  projects: readonly string[]
}): string =>
  JSON.stringify([
    token.name,
    token.type === 'client' ? 'backend' : token.type,
    token.environment,
    [...token.projects].sort(),
  ])
