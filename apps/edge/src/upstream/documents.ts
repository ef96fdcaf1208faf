import type { ClientFeature, ClientSegment } from '@flagstaff/contract/client'
import type { DocumentRow, FlagDocument } from '@flagstaff/delivery'

/** Converts a flag from the wire format to a row of the store, which quarantines what does not compile. */
export const flagRow = (environment: string, feature: ClientFeature): DocumentRow => ({
  kind: 'flag',
  environment,
  name: feature.name,
  doc: toDocument(feature),
  meta: { tags: [], rules: [] },
})

export const noFlagRow = (environment: string, name: string): DocumentRow => ({
  kind: 'flag',
  environment,
  name,
  doc: null,
  meta: { tags: [], rules: [] },
})

export const segmentRow = (environment: string, segment: ClientSegment): DocumentRow => ({
  kind: 'segment',
  environment,
  name: String(segment.id),
  doc: { id: segment.id, name: segment.name ?? '', constraints: segment.constraints } as SegmentDoc,
})

export const noSegmentRow = (environment: string, id: number): DocumentRow => ({
  kind: 'segment',
  environment,
  name: String(id),
  doc: null,
})

type SegmentDoc = NonNullable<(DocumentRow & { kind: 'segment' })['doc']>

/** With its fields in a fixed order, for comparing and serialising. */
export function toDocument(feature: ClientFeature): FlagDocument {
  return {
    name: feature.name,
    type: feature.type ?? 'release',
    project: feature.project ?? 'default',
    stale: feature.stale ?? false,
    description: feature.description ?? null,
    impressionData: feature.impressionData ?? false,
    enabled: feature.enabled,
    strategies: (feature.strategies ?? []).map(({ name, parameters, constraints, variants, segments }) => ({
      name,
      parameters: parameters ?? {},
      constraints: constraints ?? [],
      variants: variants ?? [],
      segments: segments ?? [],
    })),
    variants: feature.variants ?? [],
    dependencies: (feature.dependencies ?? []).map(({ feature: parent, enabled = true, variants = [] }) => ({
      feature: parent,
      enabled,
      variants,
    })),
    ...(feature.released ? { released: true } : {}),
    ...(feature.valueType ? { valueType: feature.valueType } : {}),
  } as FlagDocument
}
