import { type DocumentRow, EVERYWHERE, type RuleDocument } from './documents.ts'
import { flagRow, type Held, segmentRow, tokenRow } from './reload.ts'

type Place = Pick<DocumentRow, 'kind' | 'environment' | 'name'>

/** Throws if a document lacks required fields, for example because it was edited by hand. */
export function checkDocument(row: DocumentRow) {
  if (!row.doc) return
  const fault = faultIn(row)
  if (fault) throw new Error(fault)
}

function faultIn(row: DocumentRow): string | undefined {
  switch (row.kind) {
    case 'flag':
      if (row.doc?.name !== row.name) return 'its name is not the name it is stored under'
      if (typeof row.doc.enabled !== 'boolean') return 'it does not say whether it is on'
      if (typeof row.doc.project !== 'string') return 'it has no project'
      return row.doc.strategies.every(isRule) ? undefined : 'a rule has an unknown format'
    case 'segment':
      return Array.isArray(row.doc?.constraints) ? undefined : 'it has no constraints'
    case 'token':
      return Array.isArray(row.doc?.projects) ? undefined : 'it has no projects'
    case 'setting':
      if (row.name === 'frontend') return Array.isArray(row.doc?.origins) ? undefined : 'it has no origins'
      if (row.name !== 'streams') return undefined
      return typeof row.doc?.closedAt === 'number' ? undefined : 'it has no time'
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null
const isRule = ({ constraints, segments, variants }: RuleDocument) =>
  Array.isArray(segments) && [...(constraints ?? []), ...(variants ?? [])].every(isObject)

/** The key of a document in the quarantine. Of a token it has only the first digits of the digest. */
export function damageKey({ kind, environment, name }: Place): string {
  if (kind === 'flag') return `${environment} ${name}`
  return `${environment} ${kind} ${kind === 'token' ? name.slice(0, 8) : name}`
}

/** The previous version of a document, as a row. */
export function heldForm(held: Held, { kind, environment, name }: Place): DocumentRow | undefined {
  switch (kind) {
    case 'flag': {
      const piece =
        environment === EVERYWHERE
          ? held.defaults.get(name)
          : held.environments.get(environment)?.own.get(name)
      return piece && flagRow(environment, piece)
    }
    case 'segment': {
      const segment = held.environments.get(environment)?.segments.get(Number(name))
      return segment && segmentRow(environment, segment)
    }
    case 'token': {
      const token = held.tokens.get(name)
      return token && tokenRow(name, token)
    }
    case 'setting':
      if (name !== 'streams') return { kind, environment, name: 'frontend', doc: held.frontend }
      return held.streams && { kind, environment, name, doc: held.streams }
  }
}
