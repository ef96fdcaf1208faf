import { type CompiledFlag, compileFlag, type Tools } from '@flagstaff/engine'
import type { FlagDocument, FlagMeta, RuleDocument, SegmentDocument } from './documents.ts'

/** Shared by most flags: 100,000 empty lists take megabytes. */
const none: readonly never[] = Object.freeze([])
const listOf = <T>(items: readonly T[]): readonly T[] => (items.length > 0 ? items : none)

type Parts = Pick<Piece, 'name' | 'project' | 'enabled' | 'tags' | 'parents' | 'segments' | 'text'> & {
  released?: boolean | undefined
  whole?: FlagDocument | undefined
}

/**
 * A flag in its wire format: bodies are joined from these texts, not serialised per request. Only the text is kept, not
 * the document, which takes several times as much memory and is read from the text when it is needed.
 */
export class Piece {
  readonly name: string
  readonly project: string
  readonly enabled: boolean
  /** Its name is public: it is on, or was on before. */
  readonly isReleased: boolean
  readonly tags: FlagMeta['tags']
  readonly parents: readonly string[]
  /** Ids of the segments its rules use. */
  readonly segments: readonly number[]
  /** Rules refer to segments by id. */
  readonly text: string
  /** The flag as it was published, if something else is served. */
  readonly base: Piece | undefined
  /** The document, if its text does not have all of it. */
  readonly #whole: FlagDocument | undefined
  #compiled: CompiledFlag | undefined

  constructor(parts: Parts, base?: Piece) {
    this.name = parts.name
    this.project = parts.project
    this.enabled = parts.enabled
    this.isReleased = parts.enabled || parts.released === true
    this.tags = listOf(parts.tags) as FlagMeta['tags']
    this.parents = listOf(parts.parents)
    this.segments = listOf(parts.segments)
    this.text = parts.text
    this.base = base
    this.#whole = parts.whole
  }

  get doc(): FlagDocument {
    return this.#whole ?? fromWire(JSON.parse(this.text))
  }

  /** Compiled when it is first evaluated: most servers only deliver. */
  compiled(tools: Tools): CompiledFlag {
    this.#compiled ??= compileFlag(this.doc, tools)
    return this.#compiled
  }
}

export function toPiece(doc: FlagDocument, { tags }: Pick<FlagMeta, 'tags'>, base?: Piece): Piece {
  const { name, project, enabled, released, dependencies, strategies } = doc
  const parents = dependencies.map(({ feature }) => feature)
  const segments = [...new Set(strategies.flatMap((rule) => rule.segments))]
  const text = JSON.stringify(toWire(doc, byId))
  const whole = dependencies.length > 0 ? doc : undefined
  return new Piece({ name, project, enabled, released, tags, parents, segments, text, whole }, base)
}

const fromWire = ({ strategies, ...flag }: FlagDocument): FlagDocument => ({
  ...flag,
  strategies: strategies.map((rule) => ({ ...rule, segments: rule.segments ?? [] })),
  dependencies: [],
})

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
