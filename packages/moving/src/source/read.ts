import type { ImportData } from '@flagstaff/contract/transfer'
import type { Static } from 'typebox'
import { SourceError } from './errors.ts'
import { orderRules } from './order.ts'
import type { Source } from './request.ts'
import * as schemas from './schemas.ts'

export type SourceProject = {
  id: string
  name: string
  description: string | null
  mode: string | null
  defaultStickiness: string | null
  environments: string[]
}

/** Everything but the flags, which are read by project and environment. */
export type Inventory = {
  version: string
  environments: schemas.Environment[]
  projects: SourceProject[]
  fields: schemas.Field[]
  tagTypes: schemas.TagType[]
  /** Custom ones, and built-in ones that newer servers no longer have. */
  strategies: schemas.StrategyType[]
  segments: schemas.Segment[]
  tokens: schemas.Token[]
  users: (schemas.User & { role: string | undefined })[]
}

const admin = (path: string) => `/api/admin/${path}`

export async function readInventory(source: Source): Promise<Inventory> {
  const { version } = await source.ask({ path: admin('ui-config'), schema: schemas.Config })
  // Only administrators can list accounts, so this comes before everything that others can read in part.
  const { users, rootRoles = [] } = await source.ask({ path: admin('user-admin'), schema: schemas.Users })
  const roles = new Map(rootRoles.map(({ id, name }) => [id, name]))
  const [environments, projects, fields, types, strategies, segments, tokens] = await Promise.all([
    source.ask({ path: admin('environments'), schema: schemas.Environments }),
    readProjects(source),
    source.ask({ path: admin('context'), schema: schemas.Fields }),
    source.ask({ path: admin('tag-types'), schema: schemas.TagTypes }),
    source.ask({ path: admin('strategies'), schema: schemas.StrategyTypes }),
    source.ask({ path: admin('segments'), schema: schemas.Segments }),
    source.ask({ path: admin('api-tokens'), schema: schemas.Tokens }),
  ])
  return {
    version,
    environments: environments.environments,
    projects,
    fields,
    tagTypes: types.tagTypes,
    strategies: strategies.strategies,
    segments: segments.segments ?? [],
    tokens: tokens.tokens,
    users: users.map((user) => ({ ...user, role: roles.get(user.rootRole ?? 0) })),
  }
}

async function readProjects(source: Source): Promise<SourceProject[]> {
  const { projects } = await source.ask({ path: admin('projects'), schema: schemas.Projects })
  const read: SourceProject[] = []
  for (const { id, name, description = null, mode = null } of projects) {
    const path = admin(`projects/${encodeURIComponent(id)}/overview`)
    const overview = await source.ask({ path, schema: schemas.ProjectOverview })
    read.push({
      id,
      name,
      description,
      mode,
      defaultStickiness: overview.defaultStickiness ?? null,
      environments: overview.environments.map(({ environment }) => environment),
    })
  }
  return read
}

export type Place = { project: string; environment: string }

/** All flags of a project, or some, with their state in an environment. */
export async function readFlags(
  source: Source,
  { project, environment }: Place,
  features?: readonly string[],
): Promise<ImportData> {
  const path = admin('features-batch/export')
  const body = { environment, ...(features ? { features } : { project }) }
  try {
    const data = await source.ask({ path, schema: schemas.Export, body })
    const own = data.features.filter((flag) => (flag.project ?? project) === project)
    const featureStrategies = await orderRules(source, { project, environment }, ownRules(data, own))
    return { ...data, features: own.map(({ project: _, ...flag }) => flag), featureStrategies }
  } catch (error) {
    // Older servers answer this for a selection without flags.
    if (error instanceof SourceError && error.status === 404 && features) return emptyExport()
    throw error
  }
}

type Exported = Static<typeof schemas.Export>

function ownRules({ featureStrategies }: Exported, flags: Exported['features']) {
  const names = new Set(flags.map(({ name }) => name))
  return featureStrategies.filter(({ featureName = '' }) => names.has(featureName))
}

const emptyExport = (): ImportData => ({ features: [], featureStrategies: [], tagTypes: [] })

/** The newest events, newest first. */
export const readEvents = async (source: Source): Promise<schemas.Event[]> =>
  (await source.ask({ path: admin('events'), schema: schemas.Events })).events
