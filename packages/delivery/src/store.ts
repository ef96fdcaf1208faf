import { hash } from 'node:crypto'
import { type CompiledFlag, compileFlag, createRuleset, type Ruleset, type Tools } from '@flagstaff/engine'
import {
  type Change,
  type DocumentRow,
  EVERYWHERE,
  type FrontendDocument,
  type SegmentDocument,
  type TokenDocument,
} from './documents.ts'
import { type Piece, toPiece } from './pieces.ts'

/** One environment: what it has of its own over the defaults, and its rules ready to be evaluated. */
export type EnvironmentState = {
  readonly own: Map<string, Piece>
  readonly segments: Map<number, SegmentDocument>
  readonly ruleset: Ruleset
}

export type Projects = '*' | readonly string[]
export type Token = TokenDocument & { expires: number; digest: string }

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
  markSynced(): void
  token(secret: string): Token | undefined
  /** Says that somebody was let in with it. */
  used(token: Token): void
  environment(name: string): EnvironmentState
  piece(environment: string, name: string): Piece | undefined
  /** Names of all flags, sorted. */
  names(): readonly string[]
  /** The newest revision that a reader of these projects in this environment can see. */
  head(environment: string, projects: Projects): number
}

type Entry = { piece: Piece; compiled: CompiledFlag }

export function createStore(
  tools: Tools,
  defaults: FrontendDocument,
  onUse: (digest: string) => void = () => {},
): Store {
  let state = empty(defaults)

  const compiled = (row: DocumentRow & { kind: 'flag' }): Entry | undefined => {
    const key = `${row.environment} ${row.name}`
    if (!row.doc) return undefined
    try {
      const entry = { piece: toPiece(row.doc, row.meta), compiled: compileFlag(row.doc, tools) }
      state.quarantine.delete(key)
      return entry
    } catch (error) {
      state.quarantine.set(key, String(error))
      return row.environment === EVERYWHERE ? state.defaults.get(row.name) : undefined
    }
  }

  const applyFlag = (row: DocumentRow & { kind: 'flag' }) => {
    const entry = compiled(row)
    if (row.doc && !entry) return
    if (row.environment === EVERYWHERE) {
      if (entry ? !state.defaults.has(row.name) : state.defaults.has(row.name)) state.sorted = undefined
      if (entry) state.defaults.set(row.name, entry)
      else state.defaults.delete(row.name)
      for (const environment of state.environments.values()) {
        if (environment.own.has(row.name)) continue
        if (entry) environment.ruleset.setCompiledFlag(entry.compiled)
        else environment.ruleset.removeFlag(row.name)
      }
      return
    }
    const environment = environmentState(row.environment)
    if (entry) {
      environment.own.set(row.name, entry.piece)
      environment.ruleset.setCompiledFlag(entry.compiled)
      return
    }
    environment.own.delete(row.name)
    const fallback = state.defaults.get(row.name)
    if (fallback) environment.ruleset.setCompiledFlag(fallback.compiled)
    else environment.ruleset.removeFlag(row.name)
  }

  const applyRow = (row: DocumentRow) => {
    switch (row.kind) {
      case 'flag':
        return applyFlag(row)
      case 'segment': {
        const { segments, ruleset } = environmentState(row.environment)
        if (row.doc) {
          segments.set(row.doc.id, row.doc)
          ruleset.setSegment(row.doc)
        } else {
          segments.delete(Number(row.name))
          ruleset.removeSegment(Number(row.name))
        }
        return
      }
      case 'token':
        if (row.doc) state.tokens.set(row.name, { ...row.doc, expires: expiryOf(row.doc), digest: row.name })
        else state.tokens.delete(row.name)
        return
      case 'setting':
        if (row.name === 'frontend') state.frontend = row.doc ?? defaults
    }
  }

  const environmentState = (name: string): EnvironmentState => {
    const known = state.environments.get(name)
    if (known) return known
    const fresh = { own: new Map(), segments: new Map(), ruleset: createRuleset(tools) }
    for (const { compiled } of state.defaults.values()) fresh.ruleset.setCompiledFlag(compiled)
    state.environments.set(name, fresh)
    return fresh
  }

  const headsOf = (environment: string) => {
    const known = state.heads.get(environment)
    if (known) return known
    const fresh = { newest: 0, byProject: new Map<string, number>() }
    state.heads.set(environment, fresh)
    return fresh
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
    get quarantine() {
      return state.quarantine
    },
    apply(change) {
      if (change.complete) state = { ...empty(defaults), quarantine: state.quarantine }
      for (const row of change.rows) applyRow(row)
      for (const { environment, project, revision } of change.heads) {
        const heads = headsOf(environment)
        heads.byProject.set(project, revision)
        heads.newest = Math.max(heads.newest, revision)
      }
      state.revision = change.revision
      state.epoch = change.epoch
      state.syncedAt = Date.now()
    },
    markSynced() {
      if (state.syncedAt > 0) state.syncedAt = Date.now()
    },
    token: (secret) => state.tokens.get(hash('sha256', secret, 'hex')),
    used: ({ digest }) => onUse(digest),
    environment: environmentState,
    piece: (environment, name) =>
      state.environments.get(environment)?.own.get(name) ?? state.defaults.get(name)?.piece,
    names: () => {
      state.sorted ??= [...state.defaults.keys()].sort()
      return state.sorted
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
  }
}

const empty = (frontend: FrontendDocument) => ({
  revision: 0,
  epoch: 0,
  syncedAt: 0,
  frontend,
  tokens: new Map<string, Token>(),
  defaults: new Map<string, Entry>(),
  environments: new Map<string, EnvironmentState>(),
  heads: new Map<string, { newest: number; byProject: Map<string, number> }>(),
  quarantine: new Map<string, string>(),
  sorted: undefined as string[] | undefined,
})

const expiryOf = ({ expiresAt }: TokenDocument): number =>
  expiresAt ? Date.parse(expiresAt) : Number.POSITIVE_INFINITY
