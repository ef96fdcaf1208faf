import { ApiError, type Client } from '@flagstaff/client/connect'
import { type Destination, readDestination } from './destination.ts'
import {
  type Blocked,
  constraintData,
  type Difference,
  type FlagWork,
  fieldData,
  planFlags,
  planShared,
  type Sides,
} from './flags.ts'
import { customStrategies, type PlanKind, placesOf, somePlace, userKey } from './plan.ts'
import { type Inventory, type Place, readInventory, type SourceProject } from './source/read.ts'
import type { StrategyType, Token } from './source/schemas.ts'
import { adoptionOf, describeToken } from './tokens.ts'

export type Progress = { kind: PlanKind; done: number; total: number; name?: string }

export type ImportOptions = {
  onProgress?: (progress: Progress) => void
  /** Sends invitations to the new accounts. */
  invite?: boolean
  tokens?: boolean
  users?: boolean
  /** Flags to take from the source although people changed them here. */
  take?: ReadonlySet<string>
  signal?: AbortSignal
}

export type ImportReport = {
  created: number
  updated: number
  differences: Difference[]
  blocked: Blocked[]
}

/**
 * Brings everything that is missing. Each step looks first at what exists, so an import that was interrupted can be
 * repeated and ends the same.
 */
export async function importAll(
  sides: Sides,
  options: ImportOptions = {},
  inventory?: Inventory,
): Promise<ImportReport> {
  const there = inventory ?? (await readInventory(sides.source))
  const report: ImportReport = { created: 0, updated: 0, differences: [], blocked: [] }
  const run: Run = { sides, there, here: await readDestination(sides.client), options, report }
  await createEnvironments(run)
  await createProjects(run)
  await createStrategies(run)
  await importShared(run)
  for (const [index, place] of placesOf(there).entries()) await importPlace(run, place, index)
  if (options.tokens !== false) await adoptTokens(run)
  if (options.users !== false) await createUsers(run)
  return report
}

type Run = { sides: Sides; there: Inventory; here: Destination; options: ImportOptions; report: ImportReport }

/** Calls `create` for what is missing. Something that another process has just created is not an error. */
async function createMissing<T>(
  { options, report }: Run,
  kind: PlanKind,
  list: readonly T[],
  { isKnown, create }: { isKnown: (one: T) => boolean; create: (one: T) => Promise<unknown> },
) {
  for (const [done, one] of list.entries()) {
    options.signal?.throwIfAborted()
    if (!isKnown(one)) {
      try {
        await create(one)
        report.created++
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 409)) throw error
      }
    }
    options.onProgress?.({ kind, done: done + 1, total: list.length })
  }
}

const createEnvironments = (run: Run) =>
  createMissing(run, 'environments', run.there.environments, {
    isKnown: ({ name }) => run.here.environments.has(name),
    create: ({ name, type, enabled, sortOrder }) =>
      run.sides.client.call('POST /api/admin/environments', {
        body: { name, type, enabled, ...(typeof sortOrder === 'number' ? { sortOrder } : {}) },
      }),
  })

async function createProjects(run: Run) {
  const { client } = run.sides
  await createMissing(run, 'projects', run.there.projects, {
    isKnown: ({ id }) => run.here.projects.has(id),
    create: (project) => client.call('POST /api/admin/projects', { body: projectBody(project) }),
  })
  for (const { id: projectId, environments } of run.there.projects) {
    const known = run.here.projects.get(projectId)?.environments ?? new Set(environments)
    for (const environment of environments)
      if (!known.has(environment)) await addEnvironment(client, projectId, environment)
  }
}

async function addEnvironment(client: Client, projectId: string, environment: string) {
  try {
    await client.call('POST /api/admin/projects/:projectId/environments', {
      params: { projectId },
      body: { environment },
    })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error
  }
}

const projectBody = ({ id, name, description, mode, defaultStickiness, environments }: SourceProject) => ({
  id,
  name,
  ...(description ? { description } : {}),
  ...modeOf(mode),
  ...(defaultStickiness ? { defaultStickiness } : {}),
  environments,
})

const modes = ['open', 'protected', 'private'] as const
function modeOf(text: string | null): { mode?: (typeof modes)[number] } {
  const mode = modes.find((one) => one === text)
  return mode ? { mode } : {}
}

const createStrategies = (run: Run) =>
  createMissing(run, 'strategies', customStrategies(run.there, run.here), {
    isKnown: ({ name }) => run.here.strategies.has(name),
    create: (strategy) =>
      run.sides.client.call('POST /api/admin/strategies', { body: strategyBody(strategy) }),
  })

const parameterTypes = ['string', 'percentage', 'list', 'number', 'boolean'] as const
const strategyBody = ({ name, title, description, parameters }: StrategyType) => ({
  name,
  ...(title ? { title } : {}),
  ...(description ? { description } : {}),
  parameters: parameters.map((one) => ({
    name: one.name ?? '',
    type: parameterTypes.find((type) => type === one.type) ?? ('string' as const),
    ...(one.description ? { description: one.description } : {}),
    required: one.required ?? false,
  })),
})

async function importShared(run: Run) {
  const { there, here, options, report, sides } = run
  const { client } = sides
  // Names are unique across projects, so those of projects come first.
  await createMissing(
    run,
    'contextFields',
    there.fields.filter(({ project }) => project),
    {
      isKnown: ({ name }) => here.fields.has(name),
      create: ({ project, ...field }) =>
        client.call('POST /api/admin/context', { body: { ...fieldData(field), project: project ?? '' } }),
    },
  )
  await createMissing(
    run,
    'segments',
    there.segments.filter(({ project }) => project),
    {
      isKnown: ({ name }) => here.segments.has(name),
      create: ({ name, description = null, project = null, constraints }) =>
        client.call('POST /api/admin/segments', {
          body: { name, description, project, constraints: constraints.map(constraintData) },
        }),
    },
  )
  const place = somePlace(await readDestination(client))
  if (!place) return
  const { request, items, differences } = await planShared(client, place, there)
  const taken = items.filter(
    ({ state, choice }) => state === 'create' || (state === 'change' && choice === 'take'),
  )
  if (taken.length > 0) await client.call('POST /api/admin/features-batch/import', { body: request })
  report.created += taken.filter(({ state }) => state === 'create').length
  report.updated += taken.filter(({ state }) => state === 'change').length
  report.differences.push(...differences)
  for (const [kind, of] of sharedKinds) {
    const total = items.filter((item) => item.kind === of).length
    options.onProgress?.({ kind, done: total, total })
  }
}
const sharedKinds = [
  ['contextFields', 'context-field'],
  ['tagTypes', 'tag-type'],
  ['segments', 'segment'],
] as const

async function importPlace({ sides, there, options, report }: Run, place: Place, index: number) {
  options.signal?.throwIfAborted()
  const work = await importFlags(sides, place, there, options)
  report.created += work.created.length
  report.updated += work.updated.length
  report.differences.push(...work.differences)
  report.blocked.push(...work.blocked)
  options.onProgress?.({
    kind: 'flags',
    done: index + 1,
    total: placesOf(there).length,
    name: `${place.project} in ${place.environment}`,
  })
}

const MOST_TRIES = 3

/** Imports the flags of a place, or some of them. Plans again if somebody changes them here in between. */
export async function importFlags(
  sides: Sides,
  place: Place,
  { segments }: Pick<Inventory, 'segments'>,
  choices: { features?: readonly string[]; take?: ReadonlySet<string> } = {},
): Promise<FlagWork> {
  for (let tries = 1; ; tries++) {
    const work = await planFlags(sides, place, segments, choices)
    if (work.created.length + work.updated.length === 0) return work
    const body = withoutBlocked(work)
    try {
      await sides.client.call('POST /api/admin/features-batch/import', { body })
      return work
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // What blocks the place is in the report.
      if (error.status === 400 && work.blocked.length > 0) return { ...work, created: [], updated: [] }
      if (error.status !== 409 || tries >= MOST_TRIES) throw error
    }
  }
}

/** One flag that cannot be imported does not stop the others. */
function withoutBlocked({ request, blocked }: FlagWork): FlagWork['request'] {
  const names = new Set(blocked.flatMap(({ name }) => name.split(', ')))
  const { features } = request.data
  return { ...request, data: { ...request.data, features: features.filter(({ name }) => !names.has(name)) } }
}

async function adoptTokens(run: Run) {
  const adoptable = run.there.tokens.filter((token) => describeToken(token).kind === 'adopt')
  await createMissing(run, 'tokens', adoptable, {
    // Only our server knows the digests, and it answers 409 to a known one.
    isKnown: () => false,
    create: (token: Token) => adopt(run.sides.client, token),
  })
}

const adopt = async (client: Client, token: Token) =>
  client.call('POST /api/admin/api-tokens/adopt', { body: await adoptionOf(token) })

async function createUsers(run: Run) {
  const { there, here, sides, options } = run
  await createMissing(
    run,
    'users',
    there.users.filter((user) => userKey(user).length > 0),
    {
      isKnown: (user) => userKey(user).some((key) => here.users.has(key)),
      create: ({ name, email, username, role }) =>
        sides.client.call('POST /api/admin/user-admin', {
          body: {
            ...(name ? { name } : {}),
            ...(email ? { email } : {}),
            ...(username ? { username } : {}),
            rootRole: here.roles.get(role ?? '') ?? here.roles.get('Viewer') ?? 3,
            sendEmail: options.invite ?? false,
          },
        }),
    },
  )
}
