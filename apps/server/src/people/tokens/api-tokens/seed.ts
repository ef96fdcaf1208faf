import Type from 'typebox'
import type { Handles } from '../../../platform/http/dispatch.ts'
import { SettingError } from '../../../platform/settings/setting-error.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { system } from '../../../platform/write/actor.ts'
import { command, run } from '../../../platform/write/commands.ts'
import { reachOf, readScope, type TokenType } from '../rules.ts'
import { digestOf, mask, newSelector, selectorIn } from '../secrets.ts'
import { apiTokenCreated } from './events.ts'
import { insertApiToken, lockEnvironment, lockProjects } from './queries.ts'
import { insertSeed, listKnownSeeds } from './seed-queries.ts'

const variables = [
  ['admin', 'admin', 'INIT_ADMIN_API_TOKENS'],
  ['backend', 'backend', 'INIT_BACKEND_API_TOKENS'],
  ['client', 'backend', 'INIT_CLIENT_API_TOKENS'],
  ['frontend', 'frontend', 'INIT_FRONTEND_API_TOKENS'],
] as const

const labels = { admin: 'Admin', backend: 'Backend', client: 'Client', frontend: 'Frontend' } as const

type SeedHandles = Pick<Handles, 'write' | 'read'> & { settings: Pick<Settings, 'initTokens'> }

/** Creates tokens that appear in the settings for the first time. Tokens deleted since then stay deleted. */
export async function seedTokens({ write, read, settings: { initTokens } }: SeedHandles): Promise<void> {
  const named = variables.flatMap(([list, type, variable]) =>
    initTokens[list].map((text, index) =>
      toSeed(type, text, {
        at: `${variable}, token ${index + 1}`,
        name: `${labels[list]} token ${index + 1} from settings`,
      }),
    ),
  )
  const known = await listKnownSeeds(
    read,
    named.map(({ digest }) => digest),
  )
  const seeds = named.filter(({ digest }) => !known.has(digest))
  if (seeds.length > 0) await write(system, (tx) => run(tx, createSeeds, { seeds }))
}

/** Validates and parses a configured token, and drops its secret. */
function toSeed(type: TokenType, text: string, { at, name }: { at: string; name: string }) {
  const scope = readScope(text)
  if (!scope) throw new SettingError(`${at}: a token must have the form project:environment.secret.`)
  const { project, environment } = scope
  if (type === 'admin' && (project !== '*' || environment !== '*')) {
    throw new SettingError(`${at}: an admin token must start with *:*.`)
  }
  if (project === '[]') {
    throw new SettingError(
      `${at}: this token is for a list of projects, which its text does not contain. Remove it from the setting and send it with the list to POST /api/admin/api-tokens/adopt.`,
    )
  }
  return {
    name,
    type,
    project,
    environment,
    id: selectorIn(text) ?? newSelector(),
    digest: digestOf(text).toString('hex'),
    masked: mask(text),
  }
}

const Seed = Type.Object({
  name: Type.String(),
  type: Type.Enum(['admin', 'backend', 'frontend']),
  project: Type.String(),
  environment: Type.String(),
  id: Type.String(),
  digest: Type.String(),
  masked: Type.String(),
})

const createSeeds = command({
  name: 'api-token.seed',
  input: Type.Object({ seeds: Type.Array(Seed) }),
  permission: 'ADMIN',
  scope: () => ({}),
  allowedWhen: ['maintenance'],
  async run(tx, { seeds }) {
    for (const seed of seeds) {
      const digest = Buffer.from(seed.digest, 'hex')
      // Another process that starts at the same time can be faster.
      if (!(await insertSeed(tx, digest))) continue
      const reach = reachOf({ project: seed.project })
      if ((await lockProjects(tx, reach.projects)).size < reach.projects.length) {
        throw new SettingError(`${seed.name}: the project ${seed.project} does not exist.`)
      }
      if (seed.type !== 'admin' && !(await lockEnvironment(tx, seed.environment))) {
        throw new SettingError(`${seed.name}: the environment ${seed.environment} does not exist.`)
      }
      const token = await insertApiToken(tx, { ...seed, ...reach, digest, expiresAt: null })
      if (token) tx.record(apiTokenCreated(token))
    }
  },
})
