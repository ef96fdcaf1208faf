import Type from 'typebox'
import { system } from '../../platform/actor.ts'
import { command, run } from '../../platform/commands.ts'
import type { Reader } from '../../platform/database.ts'
import { SettingError } from '../../platform/setting-error.ts'
import type { Settings } from '../../platform/settings.ts'
import type { Write } from '../../platform/write.ts'
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

/** Creates the tokens that the settings name for the first time. One that was deleted since stays deleted. */
export async function seedTokens(
  write: Write,
  read: Reader,
  { initTokens }: Pick<Settings, 'initTokens'>,
): Promise<void> {
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

/** Checked and taken apart, without the secret itself. */
function toSeed(type: TokenType, text: string, { at, name }: { at: string; name: string }) {
  const scope = readScope(text)
  if (!scope) throw new SettingError(`${at}: a token has the form project:environment.secret.`)
  const { project, environment } = scope
  if (type === 'admin' && (project !== '*' || environment !== '*')) {
    throw new SettingError(`${at}: an admin token starts with *:*.`)
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
      // Another process that starts at the same time may be faster.
      if (!(await insertSeed(tx, digest))) continue
      const reach = reachOf({ project: seed.project })
      if ((await lockProjects(tx, reach.projects)).size < reach.projects.length) {
        throw new SettingError(`${seed.name}: there is no project called ${seed.project}.`)
      }
      if (seed.type !== 'admin' && !(await lockEnvironment(tx, seed.environment))) {
        throw new SettingError(`${seed.name}: there is no environment called ${seed.environment}.`)
      }
      const token = await insertApiToken(tx, { ...seed, ...reach, digest, expiresAt: null })
      if (token) tx.record(apiTokenCreated(token))
    }
  },
})
