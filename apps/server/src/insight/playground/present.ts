import type { FlagMeta, Store } from '@flagstaff/delivery'
import type { Reader } from '../../platform/database/database.ts'
import { catchUpPatience } from '../../platform/database/deadline.ts'
import type { CaughtUp } from '../../platform/http/dispatch.ts'
import { type FlagAt, listMetaAt, type Scope } from './queries.ts'
import { parentsOf, type Snapshot, segmentsOf, toSnapshot } from './snapshot.ts'

/** The flags that this process serves, so that the present is evaluated without reading all documents again. */
export type Served = {
  store: Pick<Store, 'revision' | 'names' | 'piece' | 'segment'>
  caughtUp: CaughtUp
}

declare module 'fastify' {
  interface FastifyInstance {
    served: Served
  }
}

/** Whether the store has everything up to this revision. It has not if it cannot reach the database in time. */
export async function isServed({ store, caughtUp }: Served, revision: number): Promise<boolean> {
  await caughtUp(revision, catchUpPatience())
  return store.revision >= revision
}

/** The names of the flags in scope, sorted. */
export function namesServed({ store }: Served, environment: string, { projects, names }: Scope): string[] {
  const wanted = projects && new Set(projects)
  const known = names ? [...names].sort() : store.names(environment)
  return known.filter((name) => {
    const piece = store.piece(environment, name)
    return piece !== undefined && (wanted === null || wanted.has(piece.project))
  })
}

/** These flags with everything their evaluation depends on, as published: overrides of this process do not count. */
export async function readServed(
  db: Reader,
  { store }: Served,
  { environment, names }: { environment: string; names: readonly string[] },
): Promise<Snapshot> {
  const { revision } = store
  const flags = withDocuments(store, environment, names)
  const named = new Set(names)
  const parents = withDocuments(
    store,
    environment,
    parentsOf(flags).filter((name) => !named.has(name)),
  )
  const segments = segmentsOf([...flags, ...parents]).flatMap((id) => store.segment(environment, id) ?? [])
  const all = [...flags, ...parents].filter(({ doc }) => doc.strategies.length > 0)
  const known = await listMetaAt(db, { environment, revision, names: all.map(({ name }) => name) })
  const metas = new Map(known.map(({ name, meta }) => [name, meta]))
  const withMeta = (flag: FlagAt): FlagAt => ({ ...flag, meta: metas.get(flag.name) ?? flag.meta })
  return toSnapshot(environment, {
    asked: flags.map(withMeta),
    parents: parents.map(withMeta),
    segments,
  })
}

const noMeta: FlagMeta = { tags: [], rules: [] }

const withDocuments = (store: Served['store'], environment: string, names: readonly string[]): FlagAt[] =>
  names.flatMap((name) => {
    const piece = store.piece(environment, name)
    return piece ? [{ name, doc: (piece.base ?? piece).doc, meta: noMeta }] : []
  })
