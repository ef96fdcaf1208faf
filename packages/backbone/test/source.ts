import {
  type Change,
  createStore,
  type DocumentRow,
  linearRegex,
  START,
  type Store,
} from '@flagstaff/delivery'
import type { Source, State } from '../src/publisher.ts'

const openStore = (): Store => createStore({ regex: linearRegex }, { origins: ['*'], enabled: true })

/** A database that only counts: every change adds or ends tokens in one of three environments. */
export function createSource() {
  let history: { state: State; rows: DocumentRow[] }[] = []
  let epoch = 'one'
  const environments = ['development', 'staging', 'production']
  const last = (): State => history.at(-1)?.state ?? { epoch, revision: START.revision, hash: START.hash }
  const source: Source = {
    async changeSince({ epoch: known, revision, hash }) {
      const found = revision === 0 ? -1 : history.findIndex(({ state }) => state.revision === revision)
      const isOurs = revision === 0 || history[found]?.state.hash === hash
      if (known !== epoch || !isOurs) return undefined
      const rows = history.slice(found + 1).flatMap((one) => one.rows)
      return { ...last(), complete: false, rows, heads: [] }
    },
    async readAll() {
      const store = openStore()
      for (const { state, rows } of history) store.apply({ ...state, complete: false, rows, heads: [] })
      return { ...store.dump(), ...last(), complete: true }
    },
  }
  return {
    source,
    last,
    change(name = `token-${last().revision + 1}`) {
      const revision = last().revision + 1
      const environment = environments[revision % environments.length] ?? ''
      const doc = { type: 'backend', environment, projects: ['*'], name, expiresAt: null }
      const row: DocumentRow = { kind: 'token', environment, name, doc: revision % 5 === 0 ? null : doc }
      const hash = revision.toString(16).padStart(8, '0')
      history.push({ state: { epoch, revision, hash }, rows: [row] })
    },
    /** As after restoring an older backup: the newest changes are gone, and the history is another one. */
    restore(revision: number) {
      epoch = `${epoch}+`
      history = history.slice(0, revision).map(({ state, rows }) => ({ state: { ...state, epoch }, rows }))
    },
  }
}

/** What a node has, to compare. */
export function createNodeStore() {
  const store = openStore()
  return { apply: (change: Change) => store.apply(change), dump: () => sorted(store.dump()) }
}

export const sorted = ({ epoch, revision, hash, rows }: Change) => ({
  epoch,
  revision,
  hash,
  rows: rows.map((row) => JSON.stringify([row.kind, row.environment, row.name, row.doc])).sort(),
})
