import type { Variant } from '@flagstaff/contract/common'
import type { CreateFeatureStrategy, Link } from '@flagstaff/contract/flags'
import type { ImportData } from '@flagstaff/contract/transfer'
import type { FlagValue } from '@flagstaff/contract/values'
import { isDeeperThan } from '@flagstaff/rules/value-schema'
import { invalid } from '../../platform/errors.ts'

export type FileRule = Omit<CreateFeatureStrategy, 'segments' | 'sortOrder'> & { segments: string[] }
export type FileState = {
  environment: string
  enabled: boolean
  variants: Variant[]
  rules: FileRule[]
  /** What stays as it is; the values here are not used then. */
  keep?: readonly ('enabled' | 'variants' | 'rules')[]
}
export type FileDependency = { feature: string; enabled: boolean; variants: string[] }

/** A flag with all its data in the file. */
export type FileFlag = {
  name: string
  type: string
  description: string | null
  impressionData: boolean
  stale: boolean
  /** Undefined if the file does not mention it: the existing one stays. */
  value: FlagValue | undefined
  tags: { type: string; value: string }[]
  /** Undefined if the file does not mention links: existing ones stay. */
  links: Link[] | undefined
  dependencies: FileDependency[]
  /** Whether dependencies that are not listed are removed. */
  onlyDependencies?: boolean
  /** The environments that the file has the flag in. */
  states: FileState[]
}

/** The file by flag. Segments are identified by name, since ids differ between installations. */
export function readFile(data: ImportData, environment: string): { flags: FileFlag[]; duplicates: string[] } {
  const segments = new Map((data.segments ?? []).map(({ id, name }) => [id, name]))
  const rules = Map.groupBy(data.featureStrategies, ({ featureName = '' }) => featureName)
  const states = new Map(
    (data.featureEnvironments ?? []).map((state) => [state.featureName ?? state.name ?? '', state]),
  )
  const tags = Map.groupBy(data.featureTags ?? [], ({ featureName }) => featureName)
  const links = new Map((data.links ?? []).map((entry) => [entry.feature, entry.links]))
  const dependencies = Map.groupBy(data.dependencies ?? [], ({ feature }) => feature)
  const flags = new Map<string, FileFlag>()
  const duplicates = new Set<string>()
  for (const flag of data.features) {
    if (flags.has(flag.name)) duplicates.add(flag.name)
    flags.set(flag.name, {
      name: flag.name,
      type: flag.type ?? 'release',
      description: flag.description ?? null,
      impressionData: flag.impressionData ?? false,
      stale: flag.stale ?? false,
      value: flag.valueType === undefined ? undefined : valueIn(flag),
      tags: (tags.get(flag.name) ?? []).map((tag) => ({
        type: tag.tagType ?? tag.type ?? '',
        value: (tag.tagValue ?? tag.value ?? '').trim(),
      })),
      links: links.get(flag.name)?.map(({ url, title }) => ({ url, title: title ?? null })),
      dependencies: (dependencies.get(flag.name) ?? []).flatMap((entry) =>
        entry.dependencies.map(({ feature, enabled = true, variants = [] }) => ({
          feature,
          enabled,
          variants,
        })),
      ),
      states: statesOf(environment, states.get(flag.name), rules.get(flag.name), segments),
    })
  }
  return { flags: [...flags.values()], duplicates: [...duplicates] }
}

/** No value has more levels; comparing deeper ones would exhaust the stack. */
const MOST_LEVELS = 40

function valueIn({ name, valueType, valueSchema, defaultValue }: ImportData['features'][number]): FlagValue {
  if (isDeeperThan([valueSchema, defaultValue], MOST_LEVELS))
    throw invalid(`The value of the flag ${name} has too many levels.`, 'data')
  if (valueType === 'boolean' && !defaultValue) return {}
  return {
    ...(valueType === undefined ? {} : { valueType }),
    ...(valueSchema ? { valueSchema } : {}),
    ...(defaultValue === undefined ? {} : { defaultValue }),
  }
}

type StoredRule = ImportData['featureStrategies'][number]
type StoredState = NonNullable<ImportData['featureEnvironments']>[number]

function statesOf(
  environment: string,
  state: StoredState | undefined,
  rules: readonly StoredRule[] | undefined,
  segments: ReadonlyMap<number, string>,
): FileState[] {
  if (!state && !rules) return []
  return [
    {
      environment,
      enabled: state?.enabled ?? false,
      variants: state?.variants ?? [],
      rules: inOrder(rules ?? []).map(({ featureName: _, sortOrder: __, segments: ids = [], ...rule }) => ({
        ...rule,
        segments: ids.map((id) => segments.get(id) ?? `#${id}`),
      })),
    },
  ]
}

/** Files can contain the order twice: as `sortOrder` and by position. `sortOrder` wins if all rules have it. */
const inOrder = (rules: readonly StoredRule[]): StoredRule[] =>
  rules.every(({ sortOrder }) => typeof sortOrder === 'number')
    ? [...rules].sort((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0))
    : [...rules]
