import type { FlagDocument, FlagMeta, RuleDocument, SegmentDocument } from './documents.ts'

/** A flag with its serialised wire format: bodies are joined from these, not serialised per request. */
export type Piece = {
  readonly name: string
  readonly project: string
  readonly tags: FlagMeta['tags']
  readonly parents: readonly string[]
  /** Ids of the segments its rules use. */
  readonly segments: readonly number[]
  /** Rules refer to segments by id. */
  readonly text: string
  readonly doc: FlagDocument
  /** The flag as it was published, if something else is served. */
  readonly base?: Piece
}

export function toPiece(doc: FlagDocument, meta: FlagMeta): Piece {
  const segments = [...new Set(doc.strategies.flatMap((rule) => rule.segments))]
  return {
    name: doc.name,
    project: doc.project,
    tags: meta.tags,
    parents: doc.dependencies.map(({ feature }) => feature),
    segments,
    text: JSON.stringify(toWire(doc, byId)),
    doc,
  }
}

/** For SDKs without support for segments: their constraints are inlined into the rule. */
export const inlined = (piece: Piece, segments: ReadonlyMap<number, SegmentDocument>): string =>
  piece.segments.length === 0
    ? piece.text
    : JSON.stringify(
        toWire(piece.doc, ({ segments: ids, ...rule }) => ({
          ...rule,
          constraints: [...rule.constraints, ...ids.flatMap((id) => segments.get(id)?.constraints ?? [])],
        })),
      )

/** Cached as long as the document: every view with the segment sends the same text. */
const segmentTexts = new WeakMap<SegmentDocument, string>()

export function segmentText(segment: SegmentDocument): string {
  const known = segmentTexts.get(segment)
  if (known) return known
  const text = JSON.stringify(segment)
  segmentTexts.set(segment, text)
  return text
}

const byId = ({ segments, ...rule }: RuleDocument) => (segments.length > 0 ? { ...rule, segments } : rule)

function toWire(doc: FlagDocument, toRule: (rule: RuleDocument) => object) {
  const { dependencies, strategies, ...flag } = doc
  return {
    ...flag,
    strategies: strategies.map(toRule),
    ...(dependencies.length > 0 ? { dependencies: dependencies.map(toDependency) } : {}),
  }
}

/** Variants matter only if the parent must be on. */
const toDependency = ({ feature, enabled, variants }: FlagDocument['dependencies'][number]) =>
  enabled ? { feature, enabled, variants } : { feature, enabled }
