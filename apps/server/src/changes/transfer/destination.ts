import type { ImportChoice, ImportData } from '@flagstaff/contract/transfer'
import {
  type FlagState,
  findDefaultRule,
  findProjectRules,
  listFlagTypes,
  listHolders,
  listStates,
  type ProjectRules,
} from '../../flags/index.ts'
import type { Reader } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import { sees, type Viewer } from '../../platform/write/actor.ts'
import type { FileFlag } from './document.ts'
import {
  countFlags,
  type DefaultRule,
  type KnownField,
  type KnownSegment,
  type KnownTagType,
  listFields,
  listSegmentsNamed,
  listStrategyTypes,
  listTagTypes,
  type StrategyType,
} from './queries.ts'

/** What is planned: the place, and shared objects with the choices for them. */
export type PlanRequest = {
  project: string
  environments: readonly string[]
  data?: Pick<ImportData, 'tagTypes' | 'contextFields' | 'segments'>
  choices?: readonly ImportChoice[] | undefined
  /** Where the flags come from; names the group of events. */
  source?: string | undefined
  /** Differences were decided on field by field, so that flags are changed needs no warning. */
  isManaged?: boolean
}
export const noData: NonNullable<PlanRequest['data']> = { tagTypes: [] }

/** What an import needs to know about its destination. */
export type Destination = {
  project: string
  rules: ProjectRules
  /** By environment, for those that the project has. */
  defaultRules: ReadonlyMap<string, { rule: DefaultRule }>
  flagsInProject: number
  flagsAltogether: number
  strategies: ReadonlyMap<string, StrategyType>
  types: ReadonlySet<string>
  fields: ReadonlyMap<string, KnownField>
  tagTypes: ReadonlyMap<string, KnownTagType>
  segments: ReadonlyMap<string, KnownSegment>
  flags: ReadonlyMap<string, FlagState>
  /** Flags in any project that have a name from the file or are parents of its flags. */
  holders: ReadonlyMap<string, { project: string; archived: boolean }>
  /** Whether the caller can see the project. */
  sees(project: string): boolean
}

export async function readDestination(
  db: Reader,
  viewer: Viewer,
  { project, environments, data = noData, choices = [] }: PlanRequest,
  flags: readonly FileFlag[],
): Promise<Destination> {
  const rules = sees(viewer, project) ? await findProjectRules(db, project) : undefined
  if (!rules) throw notFound('project', project)
  const names = flags.map(({ name }) => name)
  const parents = flags.flatMap(({ dependencies }) => dependencies.map(({ feature }) => feature))
  const others = choices.flatMap(({ segment }) => (segment === undefined ? [] : [segment]))
  const [
    defaultRules,
    inProject,
    altogether,
    strategies,
    types,
    fields,
    tagTypes,
    segments,
    states,
    holders,
  ] = await Promise.all([
    Promise.all(environments.map((name) => findDefaultRule(db, project, name))),
    countFlags(db, project),
    countFlags(db),
    listStrategyTypes(db),
    listFlagTypes(db),
    listFields(db, viewer, [...fieldsOf(flags), ...(data.contextFields ?? []).map(({ name }) => name)]),
    listTagTypes(db, [
      ...data.tagTypes.map(({ name }) => name),
      ...new Set(flags.flatMap(({ tags }) => tags.map(({ type }) => type))),
    ]),
    listSegmentsNamed(db, viewer, [...(data.segments ?? []).map(({ name }) => name), ...others]),
    listStates(db, viewer, { names }, environments),
    listHolders(db, [...names, ...parents]),
  ])
  const byName = <T extends { name: string }>(list: readonly T[]) =>
    new Map(list.map((one) => [one.name, one]))
  return {
    project,
    rules,
    defaultRules: new Map(
      environments.flatMap((name, index) => {
        const rule = defaultRules[index]
        return rule ? [[name, rule] as const] : []
      }),
    ),
    flagsInProject: inProject,
    flagsAltogether: altogether,
    strategies,
    types: new Set(types.map(({ id }) => id)),
    fields: byName(fields),
    tagTypes: byName(tagTypes),
    segments: byName(segments),
    flags: byName(states.filter((flag) => flag.project === project)),
    holders,
    sees: (id) => sees(viewer, id),
  }
}

const fieldsOf = (flags: readonly FileFlag[]): string[] => [
  ...new Set(
    flags.flatMap(({ states }) =>
      states.flatMap(({ rules }) =>
        rules.flatMap(({ constraints = [], parameters }) => [
          ...constraints.map(({ contextName }) => contextName),
          ...(parameters?.stickiness ? [parameters.stickiness] : []),
        ]),
      ),
    ),
  ),
]
