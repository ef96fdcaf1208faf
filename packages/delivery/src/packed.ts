import { cutPiece } from './cut-piece.ts'
import { checkDocument } from './damage.ts'
import type { DocumentRow, FlagDocument, FlagMeta, StoredRow } from './documents.ts'
import { type Piece, toPiece } from './pieces.ts'

/** A flag's row with its wire format instead of its document, which would take three times the memory. */
class PackedRow {
  readonly kind = 'flag'
  readonly environment: string
  readonly revision: number | undefined
  readonly piece: Piece

  constructor({ environment, revision }: Pick<DocumentRow, 'environment' | 'revision'>, piece: Piece) {
    this.environment = environment
    this.revision = revision
    this.piece = piece
  }

  get name(): string {
    return this.piece.name
  }

  get doc(): FlagDocument {
    return this.piece.doc
  }

  get meta(): FlagMeta {
    return { tags: this.piece.tags, rules: [] }
  }
}

type FlagRow = DocumentRow & { kind: 'flag' }

export const isPacked = (row: DocumentRow): row is FlagRow & PackedRow => row instanceof PackedRow

export const pieceIn = (row: FlagRow): Piece | undefined => {
  if (isPacked(row)) return row.piece
  return row.doc ? toPiece(row.doc, row.meta) : undefined
}

/**
 * A full load of 100,000 flags packs each row as it is read, so that their documents are never in memory together.
 * Other rows, and damaged ones, which the store deals with, stay as they are.
 */
export function pack(stored: StoredRow): DocumentRow {
  const cut = stored.kind === 'flag' ? cutPiece(stored) : undefined
  if (cut) return new PackedRow(stored, cut)
  const row = parseRow(stored)
  if (row.kind !== 'flag' || !row.doc) return row
  try {
    checkDocument(row)
    return new PackedRow(row, toPiece(row.doc, row.meta))
  } catch {
    return row
  }
}

export const parseRow = ({ project: _project, doc, meta, ...row }: StoredRow): DocumentRow =>
  ({ ...row, doc: JSON.parse(doc), meta: JSON.parse(meta) }) as DocumentRow
