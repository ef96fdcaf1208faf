import { type CompiledFlag, createRuleset, type Ruleset, type Tools } from '@flagstaff/engine'
import type { SegmentDocument } from './documents.ts'
import type { Piece } from './pieces.ts'

/** A flag in its wire format, and compiled for evaluation. */
export type Entry = { piece: Piece; compiled: CompiledFlag }

/** One environment: the documents that override the defaults, and its compiled rules. */
export type EnvironmentState = {
  readonly own: ReadonlyMap<string, Piece>
  readonly segments: ReadonlyMap<number, SegmentDocument>
  readonly ruleset: Ruleset
  /** Whether a rule of one of these projects uses the segment. */
  uses(segment: number, projects: '*' | readonly string[]): boolean
}

/** `defaults` are the flags of every environment, used unless this one overrides them. */
export function createEnvironment(tools: Tools, defaults: ReadonlyMap<string, Entry>) {
  const own = new Map<string, Piece>()
  const segments = new Map<number, SegmentDocument>()
  const ruleset = createRuleset(tools)
  /** How many flags of each project use a segment. */
  const users = new Map<number, Map<string, number>>()
  for (const { compiled } of defaults.values()) ruleset.setCompiledFlag(compiled)

  const count = (piece: Piece | undefined, by: 1 | -1) => {
    for (const id of piece?.segments ?? []) {
      const projects = users.get(id) ?? new Map<string, number>()
      users.set(id, projects)
      const left = (projects.get(piece?.project ?? '') ?? 0) + by
      if (left > 0) projects.set(piece?.project ?? '', left)
      else projects.delete(piece?.project ?? '')
    }
  }
  return {
    own,
    segments,
    ruleset,
    uses: (segment: number, projects: '*' | readonly string[]) => {
      const found = users.get(segment)
      return found !== undefined && (projects === '*' ? found.size > 0 : projects.some((p) => found.has(p)))
    },
    setFlag(name: string, entry: Entry | undefined) {
      count(own.get(name), -1)
      count(entry?.piece, 1)
      if (entry) own.set(name, entry.piece)
      else own.delete(name)
      const served = entry ?? defaults.get(name)
      if (served) ruleset.setCompiledFlag(served.compiled)
      else ruleset.removeFlag(name)
    },
    /** The default of a flag changed; it applies unless this environment overrides it. */
    setDefault(name: string, entry: Entry | undefined) {
      if (own.has(name)) return
      if (entry) ruleset.setCompiledFlag(entry.compiled)
      else ruleset.removeFlag(name)
    },
    setSegment(id: number, doc: SegmentDocument | null) {
      if (doc) {
        // First, since it can throw.
        ruleset.setSegment(doc)
        segments.set(id, doc)
      } else {
        segments.delete(id)
        ruleset.removeSegment(id)
      }
    },
  }
}
