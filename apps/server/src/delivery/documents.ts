import {
  EVERYWHERE,
  type FlagDocument,
  type FlagMeta,
  type RuleDocument,
  type SegmentDocument,
} from '@flagstaff/delivery'
import type { PublishedDocument } from '../platform/write/write.ts'

/** The version of the document format, so that old rows stay readable. */
export const FORMAT = 1

export type FlagRow = {
  name: string
  type: string
  project: string
  stale: boolean
  description: string | null
  impression_data: boolean
  value_type: NonNullable<FlagDocument['valueType']> | 'boolean'
  tags: [string, string][]
  dependencies: FlagDocument['dependencies']
  environments: {
    environment: string
    enabled: boolean
    released: boolean
    variants: FlagDocument['variants']
    rules: (RuleDocument & { id: string; title: string | null })[]
  }[]
}

/** The default document, and one for each environment that differs from it. */
export function flagDocuments(row: FlagRow): PublishedDocument[] {
  const shared = {
    name: row.name,
    type: row.type,
    project: row.project,
    stale: row.stale,
    description: row.description,
    impressionData: row.impression_data,
  }
  const typed = row.value_type === 'boolean' ? {} : { valueType: row.value_type }
  const document = (environment: string, doc: FlagDocument, rules: FlagMeta['rules']): PublishedDocument => ({
    kind: 'flag',
    environment,
    name: row.name,
    project: row.project,
    format: FORMAT,
    doc,
    meta: { tags: row.tags, rules } satisfies FlagMeta,
    heads: [row.project],
  })
  const off: FlagDocument = {
    ...shared,
    enabled: false,
    strategies: [],
    variants: [],
    dependencies: row.dependencies,
    ...typed,
  }
  const own = row.environments
    .filter(
      ({ enabled, released, rules, variants }) =>
        enabled || released || rules.length > 0 || variants.length > 0,
    )
    .map(({ environment, enabled, released, rules, variants }) =>
      document(
        environment,
        {
          ...shared,
          enabled,
          strategies: rules.map(({ id: _id, title: _title, ...rule }) => rule),
          variants,
          dependencies: row.dependencies,
          ...(released && !enabled ? { released } : {}),
          ...typed,
        },
        rules.map(({ id, title }) => ({ id, title })),
      ),
    )
  return [document(EVERYWHERE, off, []), ...own]
}

export const segmentDocument = (
  segment: SegmentDocument,
  environment: string,
  heads: readonly string[],
): PublishedDocument => ({
  kind: 'segment',
  environment,
  name: String(segment.id),
  project: null,
  format: FORMAT,
  doc: segment,
  meta: {},
  heads,
})
