import { type Destination, readDestination, tokenKey } from './destination.ts'
import { type Blocked, type Difference, planFlags, planShared, type Sides } from './flags.ts'
import { type Inventory, type Place, readFlags, readInventory } from './source/read.ts'
import type { StrategyType } from './source/schemas.ts'
import { describeToken, type SourceToken } from './tokens.ts'

export const planKinds = [
  'environments',
  'projects',
  'contextFields',
  'tagTypes',
  'strategies',
  'segments',
  'flags',
  'tokens',
  'users',
] as const
export type PlanKind = (typeof planKinds)[number]

export type PlanRow = {
  kind: PlanKind
  total: number
  create: number
  /** Changed on the source since an earlier import. */
  update: number
  same: number
  /** Different on both servers because people changed them here: not overwritten. */
  differ: number
}

export type MovePlan = {
  from: string
  version: string
  rows: PlanRow[]
  differences: Difference[]
  blocked: Blocked[]
  tokens: { adopt: number; needNew: SourceToken[]; admin: number; expired: number }
  notBrought: string[]
}

export const notBrought = [
  'passwords',
  'personal tokens',
  'admin tokens',
  'archived flags',
  'past events',
  'usage counts',
  'integrations and their secrets',
]

/** The same as `Place`, in the order in which flags are imported. */
export const placesOf = ({ projects }: Inventory): Place[] =>
  projects.flatMap(({ id, environments }) =>
    environments.map((environment) => ({ project: id, environment })),
  )

/** What an import would do. Changes nothing on either server. */
export async function makePlan(sides: Sides, inventory?: Inventory): Promise<MovePlan> {
  const there = inventory ?? (await readInventory(sides.source))
  const here = await readDestination(sides.client)
  const flags = await countFlags(sides, there, here)
  const shared = await countShared(sides, there, here)
  const tokens = there.tokens.map((token) => describeToken(token))
  const adopted = tokens.filter(({ kind }) => kind === 'adopt')
  return {
    from: sides.source.url,
    version: there.version,
    rows: [
      countNames(
        'environments',
        names(there.environments),
        here.environments,
        environmentsThatDiffer(there, here),
      ),
      countNames(
        'projects',
        there.projects.map(({ id }) => id),
        here.projects,
      ),
      shared.contextFields,
      shared.tagTypes,
      countNames('strategies', names(customStrategies(there, here)), here.strategies),
      shared.segments,
      flags.row,
      countNames('tokens', adopted.map(tokenKey), here.tokens),
      countNames('users', there.users.flatMap(userKey), here.users),
    ],
    differences: [
      ...environmentsThatDiffer(there, here).map(
        (name): Difference => ({
          kind: 'environment-settings',
          name,
          fields: ['type'],
        }),
      ),
      ...shared.differences,
      ...flags.differences,
    ],
    blocked: flags.blocked,
    tokens: {
      adopt: adopted.length,
      needNew: tokens.filter(({ kind }) => kind === 'unreadable'),
      admin: tokens.filter(({ kind }) => kind === 'admin').length,
      expired: tokens.filter(({ kind }) => kind === 'expired').length,
    },
    notBrought,
  }
}

const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name)

/** Accounts are the same if they have the same email address, or the same user name. */
export const userKey = ({
  email,
  username,
}: {
  email?: string | null
  username?: string | null
}): string[] => {
  const key = email || username
  return key ? [key.toLowerCase()] : []
}

/** Built-in strategies that exist on both servers are not imported. */
export const customStrategies = ({ strategies }: Inventory, here: Destination): StrategyType[] =>
  strategies.filter(({ name, editable }) => editable || !here.strategies.has(name))

const environmentsThatDiffer = (there: Inventory, here: Destination): string[] =>
  there.environments
    .filter(({ name, type }) => here.environments.has(name) && here.environments.get(name)?.type !== type)
    .map(({ name }) => name)

function countNames(
  kind: PlanKind,
  wanted: readonly string[],
  known: { has(name: string): boolean },
  differ: readonly string[] = [],
): PlanRow {
  const create = wanted.filter((name) => !known.has(name)).length
  return {
    kind,
    total: wanted.length,
    create,
    update: 0,
    same: wanted.length - create - differ.length,
    differ: differ.length,
  }
}

/** A place that our server does not have yet, where everything will be new. */
const isNew = ({ project, environment }: Place, here: Destination): boolean =>
  !here.projects.get(project)?.environments.has(environment)

async function countFlags(sides: Sides, there: Inventory, here: Destination) {
  const states = new Map<string, 'create' | 'update' | 'same' | 'differ'>()
  const differences: Difference[] = []
  const blocked: Blocked[] = []
  const put = (list: readonly string[], state: 'create' | 'update' | 'same' | 'differ') => {
    for (const name of list) {
      const known = states.get(name)
      if (!known || known === 'same' || state === 'differ') states.set(name, state)
    }
  }
  for (const place of placesOf(there)) {
    if (isNew(place, here)) {
      const { features } = await readFlags(sides.source, place)
      put(names(features), here.projects.has(place.project) ? 'update' : 'create')
      continue
    }
    const work = await planFlags(sides, place, there.segments)
    put(work.created, 'create')
    put(work.updated, 'update')
    put(work.same, 'same')
    put(names(work.differences), 'differ')
    differences.push(...work.differences)
    blocked.push(...work.blocked)
  }
  const count = (state: string) => [...states.values()].filter((one) => one === state).length
  const row: PlanRow = {
    kind: 'flags',
    total: states.size,
    create: count('create'),
    update: count('update'),
    same: count('same'),
    differ: count('differ'),
  }
  return { row, differences, blocked }
}

async function countShared({ client }: Sides, there: Inventory, here: Destination) {
  const place = somePlace(here)
  if (!place) throw new Error('The server has no project with an environment.')
  const { items, differences } = await planShared(client, place, there)
  const ofProjects = [
    ...there.segments
      .filter(({ project }) => project)
      .map(({ name }) => ['segment', name, here.segments] as const),
    ...there.fields
      .filter(({ project }) => project)
      .map(({ name }) => ['context-field', name, here.fields] as const),
  ].map(([kind, name, known]) => ({ kind, name, state: known.has(name) ? 'same' : 'create' }))
  const all = [...items.map(({ kind, name, state }) => ({ kind, name, state })), ...ofProjects]
  const row = (kind: PlanKind, of: string): PlanRow => {
    const some = all.filter((item) => item.kind === of)
    const differ = differences.filter((item) => item.kind === of).length
    const create = some.filter(({ state }) => state === 'create').length
    const changed = some.filter(({ state }) => state === 'change').length
    return {
      kind,
      total: some.length,
      create,
      update: changed - differ,
      same: some.length - create - changed,
      differ,
    }
  }
  return {
    contextFields: row('contextFields', 'context-field'),
    tagTypes: row('tagTypes', 'tag-type'),
    segments: row('segments', 'segment'),
    differences,
  }
}

/** Shared objects are imported through any place that exists. */
export function somePlace({ projects }: Destination): Place | undefined {
  for (const [project, { environments }] of projects)
    for (const environment of environments) return { project, environment }
  return undefined
}
