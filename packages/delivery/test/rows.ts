import { hash } from 'node:crypto'
import type { DocumentRow, FlagDocument, StoredRow, TokenDocument } from '../src/documents.ts'

/** A flag that is on and has no rules. */
export const flagDocument = (name: string, more: Partial<FlagDocument> = {}): FlagDocument => ({
  name,
  type: 'release',
  project: 'default',
  stale: false,
  description: null,
  impressionData: false,
  enabled: true,
  strategies: [],
  variants: [],
  dependencies: [],
  ...more,
})

export const flagRow = (
  environment: string,
  doc: FlagDocument,
  tags: [string, string][] = [],
): DocumentRow => ({ kind: 'flag', environment, name: doc.name, doc, meta: { tags, rules: [] } })

/** As the database returns it. */
export const storedRow = (row: DocumentRow): StoredRow => ({
  kind: row.kind,
  environment: row.environment,
  name: row.name,
  project: row.kind === 'flag' ? (row.doc?.project ?? null) : null,
  revision: row.revision ?? 1,
  doc: JSON.stringify(row.doc),
  meta: JSON.stringify(row.kind === 'flag' ? row.meta : {}),
})

/** A backend token for all projects of development, or its removal. */
export const tokenRow = (secret: string, more: Partial<TokenDocument> | null = {}): DocumentRow => ({
  kind: 'token',
  environment: 'development',
  name: hash('sha256', secret, 'hex'),
  doc: more && {
    type: 'backend',
    environment: 'development',
    projects: ['*'],
    name: 'test',
    expiresAt: null,
    ...more,
  },
})
