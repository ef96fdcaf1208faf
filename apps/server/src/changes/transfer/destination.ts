import type { ImportToggles } from '@flagstaff/contract/transfer'
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

/** What an import needs to know about its destination. */
export type Destination = {
  project: string
  environment: string
  rules: ProjectRules
  /** Undefined if the project does not have the environment. */
  defaultRule: { rule: DefaultRule } | undefined
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
  { project, environment, data, choices = [] }: ImportToggles,
  flags: readonly FileFlag[],
): Promise<Destination> {
  const rules = sees(viewer, project) ? await findProjectRules(db, project) : undefined
  if (!rules) throw notFound('project', project)
  const names = flags.map(({ name }) => name)
  const parents = flags.flatMap(({ dependencies }) => dependencies.map(({ feature }) => feature))
  const others = choices.flatMap(({ segment }) => (segment === undefined ? [] : [segment]))
  const [defaultRule, inProject, altogether, strategies, types, fields, tagTypes, segments, states, holders] =
    await Promise.all([
      findDefaultRule(db, project, environment),
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
      listStates(db, viewer, { names }, [environment]),
      listHolders(db, [...names, ...parents]),
    ])
  const byName = <T extends { name: string }>(list: readonly T[]) =>
    new Map(list.map((one) => [one.name, one]))
  return {
    project,
    environment,
    rules,
    defaultRule,
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
    flags.flatMap(({ state }) =>
      (state?.rules ?? []).flatMap(({ constraints = [] }) =>
        constraints.map(({ contextName }) => contextName),
      ),
    ),
  ),
]
