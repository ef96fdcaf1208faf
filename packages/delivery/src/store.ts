import { hash } from 'node:crypto'
import type { Tools } from '@flagstaff/engine'
import { checkDocument, damageKey, heldForm } from './damage.ts'
import {
  type Change,
  type DocumentRow,
  EVERYWHERE,
  type FrontendDocument,
  type SegmentDocument,
  type StreamsDocument,
  type TokenDocument,
} from './documents.ts'
import { createEnvironment, type EnvironmentState } from './environment.ts'
import { createInventory, type Digest } from './inventory.ts'
import { createJournal, type Journal, type Touch } from './journal.ts'
import { type Mark, newer, START, toMark } from './marks.ts'
import { createMasks, type Mask } from './masks.ts'
import { isPacked, pieceIn } from './packed.ts'
import type { Piece } from './pieces.ts'
import { differences, flagRow, rowsOf } from './reload.ts'

export type Projects = '*' | readonly string[]
export type Token = TokenDocument & { expires: number; digest: string }

/** An applied change, for listeners. */
export type Applied = {
  /** By environment; changes in all environments are under `EVERYWHERE`. */
  touches: ReadonlyMap<string, readonly Touch[]>
  /** Digests of tokens that were changed or removed. */
  tokens: ReadonlySet<string>
  /** The history is a different one: clients cannot build on their state. */
  restarted: boolean
  /** All streams must be closed. */
  disconnects?: boolean
}

/**
 * Everything that can be delivered, in memory. Changes are applied atomically between two requests; all methods are
 * synchronous.
 */
export type Store = {
  readonly revision: number
  /** First digits of the event log's hash at the revision. */
  readonly hash: string
  readonly epoch: string
  /** When it was last known to be up to date, in milliseconds since 1970; 0 before the first load. */
  readonly syncedAt: number
  /** When the flags of an environment were last known to be up to date. An edge asks upstream about tokens too. */
  freshAt(environment: string): number
  readonly frontend: FrontendDocument
  /** Damaged documents, with the reason; their last good version is served. */
  readonly quarantine: ReadonlyMap<string, string>
  apply(change: Change): void
  /** The full state, as one change. */
  dump(): Change
  /** A digest of each environment, for comparison with the database. */
  digests(): Map<string, Digest>
  /** A document as it is served, with its revision; undefined if it is missing or damaged. */
  held(key: Pick<DocumentRow, 'kind' | 'environment' | 'name'>): Held | undefined
  /** Flags to serve as off, instead of the ones before. Only what is served changes, not what `dump` and `held` return. */
  mask(masks: readonly Mask[]): void
  readonly masks: readonly Mask[]
  /** Up to date at a time, by default now. */
  markSynced(at?: number): void
  /** Sets how far the shared clock is ahead of the process's clock, in milliseconds. */
  setClock(aheadMs: number): void
  /** By the shared clock: the process's clock may be wrong, and SDKs stop for good when their token is refused. */
  isExpired(token: Token): boolean
  /** Called after each change; returns a function to unsubscribe. */
  listen(listener: (applied: Applied) => void): () => void
  token(secret: string): Token | undefined
  /** How many secrets were looked up since the start, by whether their token was found. */
  readonly lookups: Readonly<{ hits: number; misses: number }>
  tokenByDigest(digest: string): Token | undefined
  tokens(): Token[]
  /** Records that the token was used. */
  used(token: Token): void
  /** The reason why there are no flags for this token, if so. */
  covers: NonNullable<StoreOptions['covers']>
  environment(name: string): EnvironmentState
  piece(environment: string, name: string): Piece | undefined
  segment(environment: string, id: number): SegmentDocument | undefined
  /** Names of the flags of an environment, sorted. */
  names(environment: string): readonly string[]
  /** The newest state that affects these projects in this environment. */
  head(environment: string, projects: Projects): Mark
  /** The touches after a state, oldest first; undefined if the state is too old, or of a different history. */
  since(environment: string, mark: Mark): readonly Touch[] | undefined
}

export type Held = { revision: number | undefined; doc: DocumentRow['doc'] }

export type StoreOptions = {
  /** Called for every use of a token. */
  onUse?: (digest: string) => void
  /** For a store with only some environments or projects: why it has no flags for a token, if so. */
  covers?: (token: TokenDocument) => { status: 403 | 503; message: string } | undefined
  /** For a store that is filled from several sources: when those of an environment were last heard. */
  freshAt?: (environment: string) => number | undefined
}

export function createStore(
  tools: Tools,
  defaults: FrontendDocument,
  { onUse = () => {}, covers = () => undefined, freshAt }: StoreOptions = {},
): Store {
  const quarantine = new Map<string, string>()
  const masks = createMasks()
  const listeners = new Set<(applied: Applied) => void>()
  let state = empty(defaults)
  let clockAhead = 0
  const lookups = { hits: 0, misses: 0 }

  const setFlag = (environment: string, name: string, piece: Piece | undefined) => {
    if (environment !== EVERYWHERE) {
      if (!state.defaults.has(name)) state.sorted.delete(environment)
      environmentState(environment).setFlag(name, piece)
    } else {
      if (state.defaults.has(name) !== (piece !== undefined)) state.sorted.clear()
      for (const own of state.environments.values()) own.setDefault(name, piece)
      if (piece) state.defaults.set(name, piece)
      else state.defaults.delete(name)
    }
  }
  const applyFlag = (row: DocumentRow & { kind: 'flag' }): Touch => {
    const { name } = row
    const before = pieceOf(row.environment, name)
    const piece = servedPiece(row)
    setFlag(row.environment, name, piece)
    const known = new Set(before?.project === piece?.project ? before?.segments : [])
    const added = piece?.segments.filter((id) => !known.has(id))
    return { revision: row.revision ?? 0, hash: row.hash, kind: 'flag', name, was: before?.project, added }
  }
  const servedPiece = (row: DocumentRow & { kind: 'flag' }) => {
    const piece = pieceIn(row)
    return piece && masks.cover(row.environment, piece)
  }
  /** Returns the touch for listeners, if any. */
  const applyRow = (row: DocumentRow, isReload: boolean): Touch | undefined => {
    switch (row.kind) {
      case 'flag':
        if (!isReload) return applyFlag(row)
        // What a reload touched is found by comparing the states.
        setFlag(row.environment, row.name, servedPiece(row))
        return undefined
      case 'segment':
        environmentState(row.environment).setSegment(Number(row.name), row.doc)
        return { revision: row.revision ?? 0, hash: row.hash, kind: 'segment', name: row.name }
      case 'token':
        if (row.doc) state.tokens.set(row.name, { ...row.doc, expires: expiryOf(row.doc), digest: row.name })
        else state.tokens.delete(row.name)
        return undefined
      case 'setting':
        if (row.name === 'frontend') state.frontend = row.doc ?? defaults
        if (row.name === 'streams') state.streams = row.doc ?? undefined
        return undefined
    }
  }
  /** A damaged document is quarantined, and its previous version is still served. */
  const applySafely = (row: DocumentRow, before?: typeof state): Touch | undefined => {
    try {
      if (!isPacked(row)) checkDocument(row)
      const touch = applyRow(row, before !== undefined)
      if (quarantine.size > 0) quarantine.delete(damageKey(row))
      return touch
    } catch (error) {
      quarantine.set(damageKey(row), String(error))
      const held = before && heldForm(before, row)
      return held && applyRow({ ...held, revision: row.revision, hash: row.hash }, before !== undefined)
    }
  }
  const environmentState = (name: string) => {
    const known = state.environments.get(name)
    if (known) return known
    const fresh = createEnvironment(tools, state.defaults)
    state.environments.set(name, fresh)
    return fresh
  }
  const pieceOf = (environment: string, name: string) =>
    state.environments.get(environment)?.own.get(name) ?? state.defaults.get(name)

  const headsOf = (environment: string) => {
    const known = state.heads.get(environment)
    if (known) return known
    const fresh = { newest: START, byProject: new Map<string, Mark>() }
    state.heads.set(environment, fresh)
    return fresh
  }
  const remember = (environment: string, touch: Touch) => {
    const journal = state.journals.get(environment) ?? createJournal(state.floor)
    state.journals.set(environment, journal)
    journal.add(touch)
  }
  const applyRows = (
    { rows, heads, revision, hash, epoch, complete, knownAt = Date.now() }: Change,
    before?: typeof state,
  ) => {
    const touches = new Map<string, Touch[]>()
    for (const row of rows) {
      const isThere = isPacked(row) || row.doc !== null
      if (row.revision !== undefined) state.inventory.set(row, isThere ? row.revision : undefined)
      const touch = applySafely(row.revision === undefined ? { ...row, revision, hash } : row, before)
      // After a full load, what was touched is found by comparing.
      if (!touch || complete) continue
      const some = touches.get(row.environment)
      if (some) some.push(touch)
      else touches.set(row.environment, [touch])
    }
    for (const { environment, project, revision, hash } of heads) {
      headsOf(environment).byProject.set(project, toMark(revision, hash))
    }
    // Not the maximum of both: an edge can be rolled back to an earlier state.
    for (const environment of new Set(heads.map((head) => head.environment))) {
      const known = headsOf(environment)
      known.newest = [...known.byProject.values()].reduce(newer, START)
    }
    state.revision = revision
    state.hash = hash
    state.epoch = epoch
    state.syncedAt = knownAt
    return touches
  }
  /** Replaces the full state. Listeners get only the differences. */
  const reload = (change: Change): Map<string, Touch[]> => {
    const before = state
    state = { ...empty(defaults), floor: change.recent?.above ?? change.revision }
    quarantine.clear()
    applyRows(change, before)
    for (const { environment, ...touch } of change.recent?.touches ?? []) remember(environment, touch)
    // Clients that get only what was touched must get these, too.
    for (const { environment, flag } of masks.all)
      remember(environment, { revision: state.revision, kind: 'flag', name: flag })
    return before.syncedAt === 0 ? new Map() : differences(before, state)
  }
  return {
    get revision() {
      return state.revision
    },
    get hash() {
      return state.hash
    },
    get epoch() {
      return state.epoch
    },
    get syncedAt() {
      return state.syncedAt
    },
    freshAt: (environment) => freshAt?.(environment) ?? state.syncedAt,
    get frontend() {
      return state.frontend
    },
    quarantine,
    apply(change) {
      const tokensBefore = change.complete ? state.tokens : undefined
      const { syncedAt, streams } = state
      const touches = change.complete ? reload(change) : applyRows(change)
      if (!change.complete) {
        for (const [environment, some] of touches) for (const touch of some) remember(environment, touch)
      }
      const tokens = tokensBefore
        ? changedTokens(tokensBefore, state.tokens)
        : new Set(change.rows.filter((row) => row.kind === 'token').map((row) => row.name))
      const applied = {
        touches,
        tokens,
        restarted: change.restarted ?? false,
        disconnects: syncedAt > 0 && (state.streams?.closedAt ?? 0) > (streams?.closedAt ?? 0),
      }
      for (const listener of listeners) listener(applied)
    },
    dump: () => ({
      revision: state.revision,
      hash: state.hash,
      epoch: state.epoch,
      complete: true,
      knownAt: state.syncedAt,
      rows: rowsOf(state).map((row) => Object.assign(row, { revision: state.inventory.revisionOf(row) })),
      heads: [...state.heads].flatMap(([environment, { byProject }]) =>
        [...byProject].map(([project, { revision, hash }]) => ({ environment, project, revision, hash })),
      ),
    }),
    digests: () => state.inventory.digests(),
    held(key) {
      const doc = quarantine.has(damageKey(key)) ? undefined : heldForm(state, key)?.doc
      return doc ? { revision: state.inventory.revisionOf(key), doc } : undefined
    },
    mask(wanted) {
      const touches = new Map<string, Touch[]>()
      const changed = [...masks.all, ...wanted].filter(
        ({ environment, flag }) =>
          masks.has(environment, flag) !==
          wanted.some((one) => one.environment === environment && one.flag === flag),
      )
      masks.set(wanted)
      for (const { environment, flag } of changed) {
        const piece = state.environments.get(environment)?.own.get(flag)
        if (!piece) continue
        const touch = { ...applyFlag(flagRow(environment, piece)), revision: state.revision }
        remember(environment, touch)
        touches.set(environment, [...(touches.get(environment) ?? []), touch])
      }
      for (const listener of listeners) listener({ touches, tokens: new Set(), restarted: false })
    },
    get masks() {
      return masks.all
    },
    markSynced(at = Date.now()) {
      if (state.syncedAt > 0) state.syncedAt = at
    },
    setClock(aheadMs) {
      clockAhead = aheadMs
    },
    isExpired: ({ expires }) => expires <= Date.now() + clockAhead,
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    token(secret) {
      const found = state.tokens.get(hash('sha256', secret, 'hex'))
      if (found) lookups.hits += 1
      else lookups.misses += 1
      return found
    },
    lookups,
    tokenByDigest: (digest) => state.tokens.get(digest),
    tokens: () => [...state.tokens.values()],
    used: ({ digest }) => onUse(digest),
    covers,
    environment: environmentState,
    piece: pieceOf,
    segment: (environment, id) => state.environments.get(environment)?.segments.get(id),
    names: (environment) => {
      const known = state.sorted.get(environment)
      if (known) return known
      const own = state.environments.get(environment)?.own.keys() ?? []
      const sorted = [...new Set([...state.defaults.keys(), ...own])].sort()
      state.sorted.set(environment, sorted)
      return sorted
    },
    head(environment, projects) {
      const here = state.heads.get(environment)
      const everywhere = state.heads.get(EVERYWHERE)
      if (projects === '*')
        return masks.mix(environment, newer(here?.newest ?? START, everywhere?.newest ?? START))
      let newest = START
      for (const project of projects) {
        newest = newer(newest, here?.byProject.get(project) ?? START)
        newest = newer(newest, everywhere?.byProject.get(project) ?? START)
      }
      return masks.mix(environment, newest)
    },
    since(environment, { revision, hash }) {
      const journals = [EVERYWHERE, environment].flatMap((name) => state.journals.get(name) ?? [])
      if (journals.some(({ floor }) => revision < floor) || revision < state.floor) return undefined
      if (!journals.some((journal) => journal.hashAt(revision) === hash)) return undefined
      return journals.flatMap((journal) => journal.since(revision)).sort((a, b) => a.revision - b.revision)
    },
  }
}

const changedTokens = (before: ReadonlyMap<string, Token>, after: ReadonlyMap<string, Token>) =>
  new Set(
    [...before.keys()].filter(
      (digest) => JSON.stringify(before.get(digest)) !== JSON.stringify(after.get(digest)),
    ),
  )

const empty = (frontend: FrontendDocument) => ({
  revision: START.revision,
  hash: START.hash,
  epoch: '',
  syncedAt: 0,
  floor: 0,
  frontend,
  streams: undefined as StreamsDocument | undefined,
  tokens: new Map<string, Token>(),
  defaults: new Map<string, Piece>(),
  environments: new Map<string, ReturnType<typeof createEnvironment>>(),
  heads: new Map<string, { newest: Mark; byProject: Map<string, Mark> }>(),
  journals: new Map<string, Journal>(),
  inventory: createInventory(),
  sorted: new Map<string, string[]>(),
})

const expiryOf = ({ expiresAt }: TokenDocument): number =>
  expiresAt ? Date.parse(expiresAt) : Number.POSITIVE_INFINITY
