import { hash } from 'node:crypto'
import { compileFlag, type Tools } from '@flagstaff/engine'
import {
  type Change,
  type DocumentRow,
  EVERYWHERE,
  type FrontendDocument,
  type TokenDocument,
} from './documents.ts'
import { createEnvironment, type Entry, type EnvironmentState } from './environment.ts'
import { createJournal, type Journal, type Touch } from './journal.ts'
import { type Piece, toPiece } from './pieces.ts'
import { differences, rowsOf } from './reload.ts'

export type Projects = '*' | readonly string[]
export type Token = TokenDocument & { expires: number; digest: string }

/** What an applied change means to those who are listening. */
export type Applied = {
  /** By environment; what concerns every environment is under `EVERYWHERE`. */
  touches: ReadonlyMap<string, readonly Touch[]>
  /** Digests of tokens that were changed or ended. */
  tokens: ReadonlySet<string>
}

/**
 * Everything there is to serve, in memory. Changes are applied whole between two requests; nothing here waits for
 * anything.
 */
export type Store = {
  readonly revision: number
  readonly epoch: number
  /** When it was last known to be up to date, in milliseconds since 1970; 0 before the first load. */
  readonly syncedAt: number
  readonly frontend: FrontendDocument
  /** Documents that do not compile, with the reason; their last good form is still served. */
  readonly quarantine: ReadonlyMap<string, string>
  apply(change: Change): void
  /** Everything it holds, as one change. */
  dump(): Change
  markSynced(): void
  /** Called after each change; gives back how to stop listening. */
  listen(listener: (applied: Applied) => void): () => void
  token(secret: string): Token | undefined
  tokenByDigest(digest: string): Token | undefined
  tokens(): Token[]
  /** Says that somebody was let in with it. */
  used(token: Token): void
  /** Why there is nothing here for this token, if so. */
  covers: NonNullable<StoreOptions['covers']>
  environment(name: string): EnvironmentState
  piece(environment: string, name: string): Piece | undefined
  /** Names of the flags of an environment, sorted. */
  names(environment: string): readonly string[]
  /** The newest revision that a reader of these projects in this environment can see. */
  head(environment: string, projects: Projects): number
  /** What was touched above a revision, oldest first; undefined when that is no longer known. */
  since(environment: string, revision: number): readonly Touch[] | undefined
}

export type StoreOptions = {
  /** Told of every token that somebody was let in with. */
  onUse?: (digest: string) => void
  /** For a store that holds only a part: why it has nothing for a token, if so. */
  covers?: (token: TokenDocument) => { status: 403 | 503; message: string } | undefined
}

export function createStore(
  tools: Tools,
  defaults: FrontendDocument,
  { onUse = () => {}, covers = () => undefined }: StoreOptions = {},
): Store {
  const quarantine = new Map<string, string>()
  const listeners = new Set<(applied: Applied) => void>()
  let state = empty(defaults)

  const compiled = (row: DocumentRow & { kind: 'flag' }): Entry | undefined => {
    const key = `${row.environment} ${row.name}`
    if (!row.doc) return undefined
    try {
      const entry = { piece: toPiece(row.doc, row.meta), compiled: compileFlag(row.doc, tools) }
      quarantine.delete(key)
      return entry
    } catch (error) {
      quarantine.set(key, String(error))
      return undefined
    }
  }
  const applyFlag = (row: DocumentRow & { kind: 'flag' }): Touch | undefined => {
    const entry = compiled(row)
    if (row.doc && !entry) return undefined
    const { name } = row
    const before = pieceOf(row.environment, name)
    if (row.environment !== EVERYWHERE) {
      if (!state.defaults.has(name)) state.sorted.delete(row.environment)
      environmentState(row.environment).setFlag(name, entry)
    } else {
      if (state.defaults.has(name) !== (entry !== undefined)) state.sorted.clear()
      if (entry) state.defaults.set(name, entry)
      else state.defaults.delete(name)
      for (const environment of state.environments.values()) environment.setDefault(name, entry)
    }
    const known = new Set(before?.project === entry?.piece.project ? before?.segments : [])
    const added = entry?.piece.segments.filter((id) => !known.has(id))
    return { revision: row.revision ?? 0, kind: 'flag', name, was: before?.project, added }
  }
  /** Gives the touch that readers are told of, if it is one. */
  const applyRow = (row: DocumentRow): Touch | undefined => {
    switch (row.kind) {
      case 'flag':
        return applyFlag(row)
      case 'segment':
        environmentState(row.environment).setSegment(Number(row.name), row.doc)
        return { revision: row.revision ?? 0, kind: 'segment', name: row.name }
      case 'token':
        if (row.doc) state.tokens.set(row.name, { ...row.doc, expires: expiryOf(row.doc), digest: row.name })
        else state.tokens.delete(row.name)
        return undefined
      case 'setting':
        if (row.name === 'frontend') state.frontend = row.doc ?? defaults
        return undefined
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
    state.environments.get(environment)?.own.get(name) ?? state.defaults.get(name)?.piece

  const headsOf = (environment: string) => {
    const known = state.heads.get(environment)
    if (known) return known
    const fresh = { newest: 0, byProject: new Map<string, number>() }
    state.heads.set(environment, fresh)
    return fresh
  }
  const remember = (environment: string, touch: Touch) => {
    const journal = state.journals.get(environment) ?? createJournal(state.floor)
    state.journals.set(environment, journal)
    journal.add(touch)
  }
  const applyRows = ({ rows, heads, revision, epoch, knownAt = Date.now() }: Change) => {
    const touches = new Map<string, Touch[]>()
    for (const row of rows) {
      const touch = applyRow(row.revision === undefined ? { ...row, revision } : row)
      if (!touch) continue
      const some = touches.get(row.environment)
      if (some) some.push(touch)
      else touches.set(row.environment, [touch])
    }
    for (const { environment, project, revision } of heads) {
      const heads = headsOf(environment)
      heads.byProject.set(project, revision)
      heads.newest = Math.max(heads.newest, revision)
    }
    state.revision = revision
    state.epoch = epoch
    state.syncedAt = knownAt
    return touches
  }
  /** Starts over. Those who are listening are told only what is different. */
  const reload = (change: Change): Map<string, Touch[]> => {
    const before = state
    state = { ...empty(defaults), floor: change.recent?.above ?? change.revision }
    applyRows(change)
    for (const { environment, ...touch } of change.recent?.touches ?? []) remember(environment, touch)
    return before.syncedAt === 0 ? new Map() : differences(before, state)
  }
  return {
    get revision() {
      return state.revision
    },
    get epoch() {
      return state.epoch
    },
    get syncedAt() {
      return state.syncedAt
    },
    get frontend() {
      return state.frontend
    },
    quarantine,
    apply(change) {
      const tokensBefore = change.complete ? state.tokens : undefined
      const touches = change.complete ? reload(change) : applyRows(change)
      if (!change.complete) {
        for (const [environment, some] of touches) for (const touch of some) remember(environment, touch)
      }
      const tokens = new Set(
        tokensBefore?.keys() ?? change.rows.filter((row) => row.kind === 'token').map((row) => row.name),
      )
      for (const listener of listeners) listener({ touches, tokens })
    },
    dump: () => ({
      revision: state.revision,
      epoch: state.epoch,
      complete: true,
      knownAt: state.syncedAt,
      rows: rowsOf(state),
      heads: [...state.heads].flatMap(([environment, { byProject }]) =>
        [...byProject].map(([project, revision]) => ({ environment, project, revision })),
      ),
    }),
    markSynced() {
      if (state.syncedAt > 0) state.syncedAt = Date.now()
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    token: (secret) => state.tokens.get(hash('sha256', secret, 'hex')),
    tokenByDigest: (digest) => state.tokens.get(digest),
    tokens: () => [...state.tokens.values()],
    used: ({ digest }) => onUse(digest),
    covers,
    environment: environmentState,
    piece: pieceOf,
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
      if (projects === '*') return Math.max(here?.newest ?? 0, everywhere?.newest ?? 0)
      let newest = 0
      for (const project of projects) {
        newest = Math.max(newest, here?.byProject.get(project) ?? 0, everywhere?.byProject.get(project) ?? 0)
      }
      return newest
    },
    since(environment, revision) {
      const journals = [EVERYWHERE, environment].flatMap((name) => state.journals.get(name) ?? [])
      if (journals.some(({ floor }) => revision < floor) || revision < state.floor) return undefined
      return journals.flatMap((journal) => journal.since(revision)).sort((a, b) => a.revision - b.revision)
    },
  }
}

const empty = (frontend: FrontendDocument) => ({
  revision: 0,
  epoch: 0,
  syncedAt: 0,
  floor: 0,
  frontend,
  tokens: new Map<string, Token>(),
  defaults: new Map<string, Entry>(),
  environments: new Map<string, ReturnType<typeof createEnvironment>>(),
  heads: new Map<string, { newest: number; byProject: Map<string, number> }>(),
  journals: new Map<string, Journal>(),
  sorted: new Map<string, string[]>(),
})

const expiryOf = ({ expiresAt }: TokenDocument): number =>
  expiresAt ? Date.parse(expiresAt) : Number.POSITIVE_INFINITY
