import {
  type DocumentRow,
  EVERYWHERE,
  type FrontendDocument,
  type SegmentDocument,
  type StreamsDocument,
  type TokenDocument,
} from './documents.ts'
import type { EnvironmentState } from './environment.ts'
import type { Touch } from './journal.ts'
import type { Piece } from './pieces.ts'

type Whole = {
  revision: number
  defaults: ReadonlyMap<string, Piece>
  environments: ReadonlyMap<string, EnvironmentState>
}

/** The touches between two full loads: usually few or none. */
export function differences(before: Whole, after: Whole): Map<string, Touch[]> {
  const touches = new Map<string, Touch[]>()
  const { revision } = after
  const add = (environment: string, found: Touch[]) => {
    if (found.length > 0) touches.set(environment, found)
  }
  add(EVERYWHERE, changedFlags(before.defaults, after.defaults, revision))
  for (const name of new Set([...before.environments.keys(), ...after.environments.keys()])) {
    const [then, now] = [before.environments.get(name), after.environments.get(name)]
    add(name, [
      ...changedSegments(then?.segments ?? new Map(), now?.segments ?? new Map(), revision),
      ...changedFlags(then?.own ?? new Map(), now?.own ?? new Map(), revision),
    ])
  }
  return touches
}

const keysOf = <K>(a: ReadonlyMap<K, unknown>, b: ReadonlyMap<K, unknown>) =>
  new Set([...a.keys(), ...b.keys()])

const changedFlags = (
  then: ReadonlyMap<string, Piece>,
  now: ReadonlyMap<string, Piece>,
  revision: number,
): Touch[] =>
  [...keysOf(then, now)]
    .filter((name) => then.get(name)?.text !== now.get(name)?.text)
    .map((name) => ({ revision, kind: 'flag', name, was: then.get(name)?.project }))

const changedSegments = (
  then: EnvironmentState['segments'],
  now: EnvironmentState['segments'],
  revision: number,
): Touch[] =>
  [...keysOf(then, now)]
    .filter((id) => JSON.stringify(then.get(id)) !== JSON.stringify(now.get(id)))
    .map((id) => ({ revision, kind: 'segment', name: String(id) }))

export type Held = Whole & {
  tokens: ReadonlyMap<string, TokenDocument>
  frontend: FrontendDocument
  streams: StreamsDocument | undefined
}

/** As it was published. The document is read when it is asked for: not all of them fit into memory at once. */
export const flagRow = (environment: string, piece: Piece): DocumentRow & { kind: 'flag' } => ({
  kind: 'flag',
  environment,
  name: piece.name,
  get doc() {
    return (piece.base ?? piece).doc
  },
  meta: { tags: piece.tags, rules: [] },
})

export const segmentRow = (environment: string, doc: SegmentDocument): DocumentRow => ({
  kind: 'segment',
  environment,
  name: String(doc.id),
  doc,
})

export const tokenRow = (digest: string, document: TokenDocument): DocumentRow => {
  const { type, environment, projects, name, expiresAt } = document
  return {
    kind: 'token',
    environment,
    name: digest,
    doc: { type, environment, projects, name, expiresAt },
  }
}

/** All documents of the store, segments before the flags that use them. */
export function rowsOf({ defaults, environments, tokens, frontend, streams }: Held): DocumentRow[] {
  return [
    ...[...environments].flatMap(([environment, { segments }]) =>
      [...segments.values()].map((doc) => segmentRow(environment, doc)),
    ),
    ...[...defaults.values()].map((piece) => flagRow(EVERYWHERE, piece)),
    ...[...environments].flatMap(([environment, { own }]) =>
      [...own.values()].map((piece) => flagRow(environment, piece)),
    ),
    ...[...tokens].map(([digest, token]) => tokenRow(digest, token)),
    { kind: 'setting', environment: EVERYWHERE, name: 'frontend', doc: frontend },
    ...(streams
      ? [{ kind: 'setting' as const, environment: EVERYWHERE, name: 'streams' as const, doc: streams }]
      : []),
  ]
}
