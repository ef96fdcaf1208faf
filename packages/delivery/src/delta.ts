import { type Query, select, usedSegments } from './bodies.ts'
import { EVERYWHERE } from './documents.ts'
import type { Touch } from './journal.ts'
import type { Mark } from './marks.ts'
import { type Piece, segmentText } from './pieces.ts'
import type { Store } from './store.ts'

export type DeltaQuery = Omit<Query, 'inline' | 'tags'>

/** The body to send, and the client's state afterwards. */
export type Delta = { mark: Mark; text: string }

/** The complete state, for a client without one to build on. */
export const hydration = (store: Store, query: DeltaQuery): Delta => whole(store, query, select(store, query))

/** The same without masks, as it was published. */
export const published = (store: Store, query: DeltaQuery): Delta =>
  whole(
    store,
    query,
    select(store, query).map((piece) => piece.base ?? piece),
  )

function whole(store: Store, query: DeltaQuery, pieces: readonly Piece[]): Delta {
  const segments = usedSegments(store.environment(query.environment).segments, pieces)
  const mark = store.head(query.environment, query.projects)
  const features = pieces.map((piece) => piece.text).join(',')
  return {
    mark,
    text: `{"events":[{"type":"hydration","eventId":${mark.revision},"features":[${features}],"segments":[${segments.join(',')}]}]}`,
  }
}

/** What a client with this state lacks: a delta, the complete state, or (undefined) nothing. */
export function deltaSince(store: Store, query: DeltaQuery, mark: Mark): Delta | undefined {
  const head = store.head(query.environment, query.projects)
  if (mark.tag === head.tag) return undefined
  const touches = mark.revision < head.revision ? store.since(query.environment, mark) : undefined
  return touches ? deltaOf(store, query, touches) : hydration(store, query)
}

/** The delta of these touches for a client; undefined if they do not affect it. */
export function deltaOf(store: Store, query: DeltaQuery, touches: readonly Touch[]): Delta | undefined {
  const mark = store.head(query.environment, query.projects)
  const changes = describe(store, query, touches)
  if (changes.length === 0) return undefined
  // Whether a prefix includes a flag also depends on its children, so clients with a prefix get the complete state.
  if (query.namePrefix !== undefined) return hydration(store, query)
  const events = changes.map(([type, rest]) => `{"type":"${type}","eventId":${mark.revision},${rest}}`)
  return { mark, text: `{"events":[${events.join(',')}]}` }
}

/** The touches of one change that affect an environment. */
export const touchesOf = (all: ReadonlyMap<string, readonly Touch[]>, environment: string): Touch[] => [
  ...(all.get(environment) ?? []),
  ...(all.get(EVERYWHERE) ?? []),
]

type Change = [type: string, rest: string]

/** Segments are added before the flags that use them, and removed after them. */
function describe(store: Store, { environment, projects }: DeltaQuery, touches: readonly Touch[]): Change[] {
  const { segments, uses } = store.environment(environment)
  const sees = (project: string | undefined) =>
    project !== undefined && (projects === '*' || projects.includes(project))
  const needed = new Set<number>()
  const flags: Change[] = []
  const gone: Change[] = []
  for (const [name, { left, added }] of byFlag(touches)) {
    const piece = store.piece(environment, name)
    if (piece && sees(piece.project)) {
      flags.push(['feature-updated', `"feature":${piece.text}`])
      for (const id of added ?? piece.segments) needed.add(id)
      continue
    }
    const project = left.find(sees)
    if (project === undefined) continue
    flags.push([
      'feature-removed',
      `"featureName":${JSON.stringify(name)},"project":${JSON.stringify(project)}`,
    ])
  }
  for (const { kind, name } of touches) {
    if (kind !== 'segment') continue
    const id = Number(name)
    if (!segments.has(id)) gone.push(['segment-removed', `"segmentId":${id}`])
    else if (uses(id, projects)) needed.add(id)
  }
  const documents = [...needed].flatMap((id) => segments.get(id) ?? [])
  return [
    ...documents.map((doc): Change => ['segment-updated', `"segment":${segmentText(doc)}`]),
    ...flags,
    ...(flags.length > 0 ? gone : []),
  ]
}

type Touched = { left: string[]; added: readonly number[] | undefined }

/** One entry per flag, however often it was touched. */
function byFlag(touches: readonly Touch[]): Map<string, Touched> {
  const flags = new Map<string, Touched>()
  for (const { kind, name, was, added } of touches) {
    if (kind !== 'flag') continue
    const before = flags.get(name)
    flags.delete(name)
    flags.set(name, {
      left: [...(before?.left ?? []), ...(was === undefined ? [] : [was])],
      added: before ? before.added && added && [...before.added, ...added] : added,
    })
  }
  return flags
}
