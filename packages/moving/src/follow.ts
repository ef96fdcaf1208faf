import type { Blocked, Difference, Sides } from './flags.ts'
import { type ImportOptions, importAll, importFlags } from './import.ts'
import { placesOf } from './plan.ts'
import { chooseTokens } from './shadow/tokens.ts'
import { type Inventory, readEvents, readInventory } from './source/read.ts'
import { ClientDocument } from './source/schemas.ts'

/** What one look at the source has brought. */
export type Followed = {
  /** Flags that were imported again; undefined if everything was. */
  flags: string[] | undefined
  updated: number
  differences: Difference[]
  blocked: Blocked[]
}

export type Follower = { look(): Promise<Followed | undefined> }

/**
 * Repeats on our server what changes on the source. Events say which flags changed; the documents, compared by ETag,
 * also show changes whose events were missed.
 */
export async function openFollower(sides: Sides, options: ImportOptions = {}): Promise<Follower> {
  let inventory = await readInventory(sides.source)
  let newest = (await readEvents(sides.source))[0]?.id ?? 0
  const documents = new Map<string, Seen>()
  await documentChanges(sides, inventory, documents)

  return {
    async look() {
      const events = await readEvents(sides.source)
      const fresh = events.filter(({ id }) => id > newest)
      // All are new, so some may be missing between them and the last known one.
      const isGap = fresh.length > 0 && fresh.length === events.length && newest > 0
      const changed = new Set(await documentChanges(sides, inventory, documents))
      const others = fresh.filter(({ featureName, type }) => !featureName && !isIrrelevant(type))
      for (const { featureName, type } of fresh)
        if (featureName && !isIrrelevant(type)) changed.add(featureName)
      if (changed.size === 0 && others.length === 0 && !isGap) {
        newest = events[0]?.id ?? newest
        return undefined
      }
      const result =
        isGap || others.length > 0
          ? await importAgain(sides, options)
          : await importSome(sides, inventory, [...changed])
      // Only now: if the import fails, the same changes are seen again.
      newest = events[0]?.id ?? newest
      if (!result.flags) inventory = await readInventory(sides.source)
      return result
    },
  }
}

const isIrrelevant = (type: string): boolean =>
  /favorited|exported|potentially-stale|client-|application-|pat-|setting-|addon-|user-|role-|group-/.test(
    type,
  )

async function importAgain(sides: Sides, options: ImportOptions): Promise<Followed> {
  const { created, updated, differences, blocked } = await importAll(sides, options)
  return { flags: undefined, updated: created + updated, differences, blocked }
}

/** The flags in all places; a place that does not have a flag is left alone. */
async function importSome(sides: Sides, inventory: Inventory, flags: string[]): Promise<Followed> {
  const result: Followed = { flags, updated: 0, differences: [], blocked: [] }
  for (const place of placesOf(inventory)) {
    const work = await importFlags(sides, place, inventory, { features: flags })
    result.updated += work.created.length + work.updated.length
    result.differences.push(...work.differences)
    result.blocked.push(...work.blocked)
  }
  return result
}

type Seen = { etag: string | undefined; flags: Map<string, string> }

/** Flags whose documents changed since the last look. */
async function documentChanges(
  { source }: Sides,
  { environments, projects, tokens }: Inventory,
  seen: Map<string, Seen>,
): Promise<string[]> {
  const changed = new Set<string>()
  for (const { name: environment } of environments) {
    const ids = projects.filter((one) => one.environments.includes(environment)).map(({ id }) => id)
    for (const token of chooseTokens(tokens, { environment, type: 'backend', projects: ids }) ?? []) {
      const known = seen.get(token)
      const ask = { path: '/api/client/features', schema: ClientDocument, token }
      const reply = await source.askNewer(ask, known?.etag)
      if (!reply) continue
      const flags = new Map(reply.data.features.map((flag) => [flag.name, JSON.stringify(flag)]))
      for (const [name, text] of flags) if (known && known.flags.get(name) !== text) changed.add(name)
      seen.set(token, { etag: reply.etag, flags })
    }
  }
  return [...changed]
}
