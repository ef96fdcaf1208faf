import type { ExportQuery, ExportResult } from '@flagstaff/contract/transfer'
import { type FlagState, listStates, type Selection, valueFields } from '../../flags/index.ts'
import type { Reader } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/write/actor.ts'
import { hasEnvironment, listFields, listSegments, listTagTypes } from './queries.ts'

/** Flags of one environment as a document that can be imported elsewhere. */
export async function readDocument(db: Reader, viewer: Viewer, query: ExportQuery): Promise<ExportResult> {
  const { environment, wholeSegments = false } = query
  if (!(await hasEnvironment(db, environment))) throw notFound('environment', environment)
  const flags = await listStates(db, viewer, selectionOf(query), [environment])
  const states = flags.flatMap(({ name, environments }) => environments.map((state) => ({ name, ...state })))
  const rules = states.flatMap((state) => state.rules)
  const [fields, segments, tagTypes] = await Promise.all([
    listFields(db, viewer, fieldsIn(states)),
    listSegments(db, [...new Set(rules.flatMap((rule) => rule.segments))]),
    listTagTypes(db, [...new Set(flags.flatMap(({ tags }) => tags.map(({ type }) => type)))]),
  ])
  return {
    features: flags.map(({ name, description, type, project, stale, impressionData, ...flag }) => ({
      name,
      description,
      type,
      project,
      stale,
      impressionData,
      ...valueFields(flag),
      archived: false,
    })),
    featureStrategies: rules,
    featureEnvironments: states.map(({ name, enabled, variants }) => ({
      enabled,
      featureName: name,
      environment,
      variants,
      name,
    })),
    contextFields: fields
      .filter(({ isSeen }) => isSeen)
      .map(({ project: _, isSeen: __, valueType, ...field }) => ({
        ...field,
        ...(valueType === 'string' ? {} : { valueType: valueType as 'number' }),
      })),
    featureTags: flags.flatMap(({ name, tags }) =>
      tags.map(({ type, value }) => ({ featureName: name, tagType: type, tagValue: value })),
    ),
    segments: segments.map(({ id, name, description, constraints }) =>
      wholeSegments ? { id, name, description, constraints } : { id, name },
    ),
    tagTypes,
    dependencies: flags
      .filter(({ dependencies }) => dependencies.length > 0)
      .map(({ name, dependencies }) => ({ feature: name, dependencies })),
    links: flags.filter(({ links }) => links.length > 0).map(({ name, links }) => ({ feature: name, links })),
  }
}

/** In the wire format an empty list of names means all flags. */
function selectionOf({ features, tag, project }: ExportQuery): Selection {
  if (features) return features.length > 0 ? { names: features } : 'all'
  if (tag !== undefined) return { tag }
  return { project: project ?? '' }
}

type State = FlagState['environments'][number]

/** Context fields that constraints or stickiness use. */
const fieldsIn = (states: readonly State[]): string[] => [
  ...new Set(
    states.flatMap(({ rules, variants }) => [
      ...rules.flatMap((rule) => [
        ...rule.constraints.map(({ contextName }) => contextName),
        ...(rule.parameters.stickiness ? [rule.parameters.stickiness] : []),
      ]),
      ...variants.flatMap(({ stickiness, overrides = [] }) => [
        ...(stickiness ? [stickiness] : []),
        ...overrides.map(({ contextName }) => contextName),
      ]),
    ]),
  ),
]
