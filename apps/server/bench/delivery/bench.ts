import {
  createDatabase,
  edge,
  flagstaff,
  launch,
  type Running,
  unleash,
} from '../../../../tools/compat/processes.ts'
import type { Postgres } from '../../test/cluster/postgres.ts'
import { onServerCore } from './cores.ts'
import { type Site, settle } from './site.ts'

export type Options = {
  rounds: number
  /** How long each measurement takes. */
  seconds: number
  /** Numbers of flags to measure with. */
  sizes: number[]
  unleash: boolean
  quick: boolean
}

/** One figure, as it is printed. */
export type Line = {
  what: string
  unit: string
  ours: number
  bare?: number | undefined
  unleash?: number | undefined
  /** In words: what came out, and what is promised. */
  reached: string
  promised: string
  held: boolean
  /** What `ours` may be at most, where less is better. */
  limit?: number
  notes?: string[]
}

export type Bench = Options & {
  postgres: Postgres
  /** A database of ours, and servers on it. All of it ends with the figure. */
  database(postgres?: Postgres): Promise<string>
  ours(database: string, place?: { port?: number; through?: string }): Promise<Site>
  /** The server of another checkout, on another database. */
  older(checkout: string): Promise<Site>
  theirs(): Promise<Site>
  /** An edge that follows a server and keeps its flags in a folder. */
  edge(site: Site, folder: string): Promise<Site>
  /** What to do at the end of the figure. */
  after(end: () => unknown): void
}

/** The limits of a small installation would be in the way of 10,000 flags. */
const roomy = { UNLEASH_FEATURE_FLAGS_LIMIT: '20000' }
let databases = 0

export async function withBench<T>(
  options: Options & { postgres: Postgres },
  use: (bench: Bench) => Promise<T>,
): Promise<T> {
  const ends: (() => unknown)[] = []
  const after = (end: () => unknown) => void ends.unshift(end)
  const known = new Map<string, Site>()
  const database = async ({ url } = options.postgres) => {
    const made = await createDatabase(url, `bench_${databases++}`)
    after(made.drop)
    return made.url
  }
  const running = async (
    program: Parameters<typeof launch>[0],
    place: { database: string; port?: number },
  ) => {
    const env = { ...program.env, ...roomy }
    const one = await launch({ ...program, env }, { ...place, under: onServerCore })
    after(one.end)
    return one
  }
  const withTokens = (one: Running, { admin, backend, frontend }: Site): Site => ({
    ...one,
    port: Number(new URL(one.url).port),
    admin,
    backend,
    frontend,
  })
  try {
    return await use({
      ...options,
      database,
      after,
      async ours(database, { port, through = database } = {}) {
        const one = await running(flagstaff(), { database: through, ...(port ? { port } : {}) })
        const before = known.get(database)
        const site = before ? withTokens(one, before) : await settle(one)
        known.set(database, site)
        return site
      },
      older: async (checkout) => settle(await running(flagstaff(checkout), { database: await database() })),
      edge: async (site, folder) =>
        withTokens(await running(edge(site.url, site.backend, folder), { database: '' }), site),
      theirs: async () => settle(await running(unleash(), { database: await database() })),
    })
  } finally {
    for (const end of ends) await end()
  }
}
