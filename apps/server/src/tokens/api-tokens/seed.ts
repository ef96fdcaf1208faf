import Type from 'typebox'
import { system } from '../../platform/actor.ts'
import { command, run } from '../../platform/commands.ts'
import type { Reader } from '../../platform/database.ts'
import type { Settings } from '../../platform/settings.ts'
import type { Write } from '../../platform/write.ts'
import { reachOf, readScope, type TokenType } from '../rules.ts'
import { digestOf, mask, newSelector, selectorIn } from '../secrets.ts'
import { apiTokenCreated } from './events.ts'
import { countApiTokens, insertApiToken, lockEnvironment, lockProjects } from './queries.ts'

const variables = {
  admin: 'INIT_ADMIN_API_TOKENS',
  backend: 'INIT_BACKEND_API_TOKENS',
  frontend: 'INIT_FRONTEND_API_TOKENS',
} as const

/** Creates the tokens the settings name, on the first start only: as soon as any token exists, they are ignored. */
export async function seedTokens(
  write: Write,
  read: Reader,
  { initTokens }: Pick<Settings, 'initTokens'>,
): Promise<void> {
  const seeds = (['admin', 'backend', 'frontend'] as const).flatMap((type) =>
    initTokens[type].map((text, index) => toSeed(type, text, index + 1)),
  )
  if (seeds.length === 0 || (await countApiTokens(read)) > 0) return
  await write(system, (tx) => run(tx, createSeeds, { seeds }))
}

/** Checked and taken apart, without the secret itself. */
function toSeed(type: TokenType, text: string, place: number) {
  const name = `${variables[type]}, number ${place}`
  const scope = readScope(text)
  if (!scope) throw new Error(`${name}: a token has the form project:environment.secret.`)
  const { project, environment } = scope
  if (type === 'admin' && (project !== '*' || environment !== '*')) {
    throw new Error(`${name}: an admin token starts with *:*.`)
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
      const reach = reachOf({ project: seed.project })
      if ((await lockProjects(tx, reach.projects)).size < reach.projects.length) {
        throw new Error(`${seed.name}: there is no project called ${seed.project}.`)
      }
      if (seed.type !== 'admin' && !(await lockEnvironment(tx, seed.environment))) {
        throw new Error(`${seed.name}: there is no environment called ${seed.environment}.`)
      }
      // Undefined where another process, starting at the same time, was faster.
      const token = await insertApiToken(tx, {
        ...seed,
        ...reach,
        digest: Buffer.from(seed.digest, 'hex'),
        expiresAt: null,
      })
      if (token) tx.record(apiTokenCreated(token))
    }
  },
})
