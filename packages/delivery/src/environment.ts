import { createRuleset, type Ruleset, type Tools } from '@flagstaff/engine'
import type { SegmentDocument } from './documents.ts'
import type { Piece } from './pieces.ts'
import { warmToggle } from './written-toggles.ts'

/** How long other requests may wait for a slice. */
const SLICE_MS = 5

/** One environment: the documents that override the defaults, and its compiled rules. */
export type EnvironmentState = {
  readonly own: ReadonlyMap<string, Piece>
  readonly segments: ReadonlyMap<number, SegmentDocument>
  /** Compiled when something is first evaluated here, and kept up to date from then on. */
  readonly ruleset: Ruleset
  /** Compiles in slices, so that other requests do not wait for it; undefined if that is done. */
  prepare(): Promise<void> | undefined
  /** Whether a rule of one of these projects uses the segment. */
  uses(segment: number, projects: '*' | readonly string[]): boolean
}

/** `defaults` are the flags of every environment, used unless this one overrides them. */
export function createEnvironment(tools: Tools, defaults: ReadonlyMap<string, Piece>) {
  const own = new Map<string, Piece>()
  const segments = new Map<number, SegmentDocument>()
  let ruleset: Ruleset | undefined
  /** The ruleset that is being compiled in slices; it gets all changes, too. */
  let next: Ruleset | undefined
  let preparing: Promise<void> | undefined
  const change = (write: (to: Ruleset) => void) => {
    if (ruleset) write(ruleset)
    if (next) write(next)
  }
  /** How many flags of each project use a segment. */
  const users = new Map<number, Map<string, number>>()

  const compileAll = () => {
    const fresh = createRuleset(tools)
    for (const segment of segments.values()) fresh.setSegment(segment)
    for (const piece of defaults.values())
      if (!own.has(piece.name)) fresh.setCompiledFlag(piece.compiled(tools))
    for (const piece of own.values()) fresh.setCompiledFlag(piece.compiled(tools))
    return fresh
  }
  const prepareInSlices = async () => {
    const fresh = createRuleset(tools)
    next = fresh
    for (const segment of segments.values()) fresh.setSegment(segment)
    const names = [...[...defaults.keys()].filter((name) => !own.has(name)), ...own.keys()]
    let began = performance.now()
    for (const name of names) {
      if (performance.now() - began > SLICE_MS) {
        fresh.columns.prepare()
        await new Promise((resolve) => setImmediate(resolve))
        // Somebody could not wait.
        if (ruleset) break
        began = performance.now()
      }
      const served = own.get(name) ?? defaults.get(name)
      if (!served) continue
      const compiled = served.compiled(tools)
      fresh.setCompiledFlag(compiled)
      if (compiled.enabled) warmToggle(compiled.name, compiled.on)
    }
    ruleset ??= fresh
    next = undefined
  }
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
    get ruleset() {
      ruleset ??= compileAll()
      return ruleset
    },
    prepare() {
      if (ruleset) return undefined
      preparing ??= prepareInSlices().finally(() => {
        preparing = undefined
        next = undefined
      })
      return preparing
    },
    uses: (segment: number, projects: '*' | readonly string[]) => {
      const found = users.get(segment)
      return found !== undefined && (projects === '*' ? found.size > 0 : projects.some((p) => found.has(p)))
    },
    setFlag(name: string, piece: Piece | undefined) {
      const served = piece ?? defaults.get(name)
      // First, since it can throw.
      change((to) => (served ? to.setCompiledFlag(served.compiled(tools)) : to.removeFlag(name)))
      count(own.get(name), -1)
      count(piece, 1)
      if (piece) own.set(name, piece)
      else own.delete(name)
    },
    /** The default of a flag changed; it applies unless this environment overrides it. */
    setDefault(name: string, piece: Piece | undefined) {
      if (own.has(name)) return
      change((to) => (piece ? to.setCompiledFlag(piece.compiled(tools)) : to.removeFlag(name)))
    },
    setSegment(id: number, doc: SegmentDocument | null) {
      if (doc) {
        // First, since it can throw.
        change((to) => to.setSegment(doc))
        segments.set(id, doc)
      } else {
        segments.delete(id)
        change((to) => to.removeSegment(id))
      }
    },
  }
}
