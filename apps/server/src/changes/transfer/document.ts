import type { Variant } from '@flagstaff/contract/common'
import type { CreateFeatureStrategy, Link } from '@flagstaff/contract/flags'
import type { ImportData } from '@flagstaff/contract/transfer'

export type FileRule = Omit<CreateFeatureStrategy, 'segments' | 'sortOrder'> & { segments: string[] }
export type FileState = { enabled: boolean; variants: Variant[]; rules: FileRule[] }
export type FileDependency = { feature: string; enabled: boolean; variants: string[] }

/** A flag with all its data in the file. */
export type FileFlag = {
  name: string
  type: string
  description: string | null
  impressionData: boolean
  stale: boolean
  tags: { type: string; value: string }[]
  /** Undefined if the file does not mention links: existing ones stay. */
  links: Link[] | undefined
  dependencies: FileDependency[]
  /** Undefined if the flag did not have the exported environment. */
  state: FileState | undefined
}

/** The file by flag. Segments are identified by name, since ids differ between installations. */
export function readFile(data: ImportData): { flags: FileFlag[]; duplicates: string[] } {
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
      state: stateOf(states.get(flag.name), rules.get(flag.name), segments),
    })
  }
  return { flags: [...flags.values()], duplicates: [...duplicates] }
}

type StoredRule = ImportData['featureStrategies'][number]
type StoredState = NonNullable<ImportData['featureEnvironments']>[number]

function stateOf(
  state: StoredState | undefined,
  rules: readonly StoredRule[] | undefined,
  segments: ReadonlyMap<number, string>,
): FileState | undefined {
  if (!state && !rules) return undefined
  return {
    enabled: state?.enabled ?? false,
    variants: state?.variants ?? [],
    rules: inOrder(rules ?? []).map(({ featureName: _, sortOrder: __, segments: ids = [], ...rule }) => ({
      ...rule,
      segments: ids.map((id) => segments.get(id) ?? `#${id}`),
    })),
  }
}

/** Files can contain the order twice: as `sortOrder` and by position. `sortOrder` wins if all rules have it. */
const inOrder = (rules: readonly StoredRule[]): StoredRule[] =>
  rules.every(({ sortOrder }) => typeof sortOrder === 'number')
    ? [...rules].sort((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0))
    : [...rules]
