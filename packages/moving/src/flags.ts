import type { Client } from '@flagstaff/client/connect'
import type {
  ImportChoice,
  ImportData,
  ImportItem,
  ImportToggles,
  ImportValidation,
} from '@flagstaff/contract/transfer'
import { flagsLastMoved, sharedKey, sharedLastMoved } from './last-changes.ts'
import { type Place, readFlags } from './source/read.ts'
import type { Source } from './source/request.ts'
import type { Field, Segment, TagType } from './source/schemas.ts'

/** A difference that is left as it is, because people made it here. */
export type Difference = {
  kind: ImportItem['kind'] | 'environment-settings' | 'project'
  name: string
  project?: string
  environment?: string
  fields: string[]
}
/** Something that cannot be imported, and why. */
export type Blocked = { name: string; project: string; environment: string; reason: string }

/** The flags of one project in one environment, compared with ours. */
export type FlagWork = {
  request: ImportToggles
  items: ImportItem[]
  /** Names of the flags that the import creates, updates, or leaves as they are. */
  created: string[]
  updated: string[]
  same: string[]
  differences: Difference[]
  blocked: Blocked[]
}

export type Sides = {
  source: Source
  client: Client
  /** Our server with another token, to ask it as an application does. */
  withToken: (token: string) => Client
}
/** `take` overwrites what people changed here, by name. */
export type FlagChoices = { features?: readonly string[] | undefined; take?: ReadonlySet<string> | undefined }

/** Reads the flags of a place and asks our server what an import would change. */
export async function planFlags(
  { source, client }: Sides,
  place: Place,
  segments: readonly Segment[],
  { features, take = new Set() }: FlagChoices = {},
): Promise<FlagWork> {
  const data = withSegments(await readFlags(source, place, features), segments)
  const request: ImportToggles = { ...place, data, source: 'unleash' }
  const validation = await client.get('POST /api/admin/features-batch/validate', { body: request })
  const items = validation.plan.items.filter(({ kind }) => kind === 'flag' || kind === 'environment')
  const changed = items.filter(({ state, name }) => state === 'change' && !take.has(name))
  const moved = await flagsLastMoved(client, [...new Set(changed.map(({ name }) => name))])
  const kept = changed.filter(({ name }) => !moved.has(name))
  const choices = kept.map(({ kind, name }): ImportChoice => ({ kind, name, choice: 'keep' }))
  return {
    request: { ...request, choices, basis: validation.plan.basis },
    items,
    ...sortNames(items, new Set(kept.map(({ name }) => name))),
    differences: kept.map(({ kind, name, differs }) => ({ kind, name, ...place, fields: differs })),
    blocked: blockedIn(place, validation, items),
  }
}

function sortNames(items: readonly ImportItem[], kept: ReadonlySet<string>) {
  const states = Map.groupBy(items, ({ name }) => name)
  const names = { created: [] as string[], updated: [] as string[], same: [] as string[] }
  for (const [name, list] of states) {
    if (kept.has(name)) continue
    if (list.some(({ state }) => state === 'create')) names.created.push(name)
    else if (list.some(({ state }) => state === 'change')) names.updated.push(name)
    else if (list.every(({ state }) => state === 'same')) names.same.push(name)
  }
  return names
}

const reasons: Readonly<Record<string, string>> = {
  archived: 'A flag with this name is archived here. Revive or delete it.',
  project: 'A flag with this name exists in another project here.',
}

function blockedIn(
  place: Place,
  { errors, permissions }: ImportValidation,
  items: readonly ImportItem[],
): Blocked[] {
  const skipped = items
    .filter(({ state }) => state === 'skip')
    .map(({ name, differs: [reason = ''] }) => ({ name, ...place, reason: reasons[reason] ?? reason }))
  const refused = [...errors, ...permissions].map(({ message, affectedItems }) => ({
    name: affectedItems.join(', '),
    ...place,
    reason: message,
  }))
  return [...skipped, ...refused]
}

/** Exports name segments without their constraints. */
function withSegments(data: ImportData, segments: readonly Segment[]): ImportData {
  const known = new Map(segments.map((segment) => [segment.name, segment]))
  return {
    ...data,
    segments: (data.segments ?? []).map(({ id, name }) => {
      const whole = known.get(name)
      return whole ? { ...segmentData(whole), id } : { id, name }
    }),
  }
}

const segmentData = ({ id, name, description, constraints }: Segment) => ({
  id,
  name,
  description: description ?? null,
  constraints: constraints.map(constraintData),
})
type SegmentData = NonNullable<NonNullable<ImportData['segments']>[number]['constraints']>[number]

/** Without the fields that are null or empty, which our API does not accept. */
export const constraintData = ({ value, values, ...rest }: Segment['constraints'][number]): SegmentData => ({
  contextName: rest.contextName,
  operator: rest.operator as SegmentData['operator'],
  inverted: rest.inverted ?? false,
  caseInsensitive: rest.caseInsensitive ?? false,
  ...(values ? { values } : {}),
  ...(value ? { value } : {}),
})

type Shared = { segments: readonly Segment[]; fields: readonly Field[]; tagTypes: readonly TagType[] }

/** What rules are built from: segments, context fields and tag types that belong to no project. */
export async function planShared(
  client: Client,
  place: Place,
  { segments, fields, tagTypes }: Shared,
): Promise<{ request: ImportToggles; items: ImportItem[]; differences: Difference[] }> {
  const data: ImportData = {
    features: [],
    featureStrategies: [],
    segments: segments.filter(({ project }) => !project).map(segmentData),
    contextFields: fields.filter(({ project }) => !project).map(fieldData),
    tagTypes: tagTypes.map(({ name, description, icon, color }) => ({
      name,
      description: description ?? '',
      icon: icon ?? null,
      color: /^#[0-9a-f]{6}$/i.test(color ?? '') ? (color ?? null) : null,
    })),
  }
  const request: ImportToggles = { ...place, data, source: 'unleash' }
  const { plan } = await client.get('POST /api/admin/features-batch/validate', { body: request })
  const changed = plan.items.filter((item) => item.state === 'change' && isRelevant(item))
  const moved = changed.length > 0 ? await sharedLastMoved(client) : new Set<string>()
  const taken = changed.filter((item) => moved.has(sharedKey(item)))
  return {
    request: {
      ...request,
      choices: taken.map(({ kind, name }): ImportChoice => ({ kind, name, choice: 'take' })),
      basis: plan.basis,
    },
    items: plan.items.map((item) =>
      taken.includes(item)
        ? { ...item, choice: 'take' }
        : item.state === 'change' && !changed.includes(item)
          ? { ...item, state: 'same' }
          : item,
    ),
    differences: changed
      .filter((item) => !taken.includes(item))
      .map(({ kind, name, differs }) => ({ kind, name, fields: differs })),
  }
}

/** Descriptions of what every server has differ between versions. */
const isRelevant = ({ kind, differs }: ImportItem): boolean =>
  kind === 'segment' ||
  differs.some((field) => !['description', 'icon', 'color', 'valueType'].includes(field))

export const fieldData = ({ name, description, stickiness, legalValues, sortOrder, valueType }: Field) => ({
  name,
  ...(description ? { description } : {}),
  stickiness: stickiness ?? false,
  ...(typeof sortOrder === 'number' ? { sortOrder } : {}),
  legalValues: (legalValues ?? []).map(({ value, description: text }) => ({
    value,
    ...(text ? { description: text } : {}),
  })),
  ...(isValueType(valueType) ? { valueType } : {}),
})

const valueTypes = ['string', 'number', 'semver', 'date', 'boolean'] as const
const isValueType = (text: string | null | undefined): text is (typeof valueTypes)[number] =>
  valueTypes.some((type) => type === text)
