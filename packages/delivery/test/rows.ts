import { hash } from 'node:crypto'
import type { DocumentRow, FlagDocument, TokenDocument } from '../src/documents.ts'

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
