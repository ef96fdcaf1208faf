/**
 * What an older build of the server answers, compared with this one: evaluations of a frontend, and reports of counts.
 * Both are loaded in turns. Build both first.
 *
 *   pnpm bench older --from <folder of the other checkout> [--rounds 5] [--page]
 *
 * `--page` writes the result to the page of measurements.
 */
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makePostgres } from '../test/cluster/postgres.ts'
import { type Bench, withBench } from './delivery/bench.ts'
import { type Comparison, compare } from './delivery/compare.ts'
import { leaveServerCore } from './delivery/cores.ts'
import { exportOfConditions } from './delivery/flags.ts'
import { share, short } from './delivery/numbers.ts'
import { machine, writeSection } from './delivery/page.ts'
import { metricsRequests } from './delivery/posts.ts'
import { toRequest } from './delivery/requests.ts'
import { importFlags, type Site } from './delivery/site.ts'

const SIZES = [350, 3_000]
const SECONDS = 1.8
const USERS = 64
const FRONTEND_GOALS = new Map([[3_000, 5]])
const POST_GOALS = [
  [32, 2],
  [512, 1.5],
] as const

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    page: { type: 'boolean', default: false },
  },
})
const { from, rounds, page } = values
if (!from) throw new Error('name the folder of another checkout with --from')

/** `goal` is for the ratio. */
type Row = {
  what: string
  older: number
  ours: number
  ratio: number
  goal?: number | undefined
  notes: string[]
}

async function measure(bench: Bench, checkout: string): Promise<Row[]> {
  const ours = await bench.ours(await bench.database())
  const older = await bench.older(checkout)
  const rows: Row[] = []
  const add = async (
    what: string,
    requestsTo: (site: Site) => string[],
    { goal, ...more }: Partial<Conditions> & { goal: number | undefined },
  ) => {
    const conditions = { ...bench, connections: 16, status: 200, ...more }
    const contenders = [
      { name: 'ours' as const, ...ours, requests: requestsTo(ours) },
      { name: 'older' as const, ...older, requests: requestsTo(older) },
    ]
    const row = { ...toRow(what, await compare(contenders, conditions)), goal }
    rows.push(row)
    console.log(inWords(row))
  }
  let flags = 0
  for (const size of SIZES) {
    for (const site of [ours, older]) await importFlags(site, flags, size, exportOfConditions)
    flags = size
    await add(`/api/frontend, ${USERS} users, ${size} flags`, (site) => evaluations(site, USERS), {
      goal: FRONTEND_GOALS.get(size),
    })
    if (size !== SIZES[0]) continue
    for (const [connections, goal] of POST_GOALS)
      await add(
        `posts of metrics, 20 flags each, ${connections} connections`,
        (site) => metricsRequests(site, connections),
        { connections, status: 202, byTime: true, goal },
      )
  }
  return rows
}

type Conditions = Parameters<typeof compare>[1]

const evaluations = ({ frontend }: Site, users: number): string[] =>
  Array.from({ length: users }, (_, user) =>
    toRequest(`/api/frontend?appName=bench&sessionId=1&userId=${user}`, {
      authorization: frontend,
      'accept-encoding': 'identity',
    }),
  )

const toRow = (what: string, result: Comparison): Row => ({
  what,
  ours: result.of('ours') ?? Number.NaN,
  older: result.of('older') ?? Number.NaN,
  ratio: result.ratio('older'),
  notes: result.notes,
})

const inWords = ({ what, older, ours, ratio, notes }: Row) =>
  [`${what.padEnd(52)} ${short(older)} → ${short(ours)} per s, ${share(ratio)} times`, ...notes].join(
    '\n    ',
  )

/** When the other checkout was committed. */
function dayOf(checkout: string): string {
  const args = ['-C', checkout, 'show', '--no-patch', '--format=%cs', 'HEAD']
  return execFileSync('git', args, { encoding: 'utf8' }).trim()
}

function writePage(rows: Row[], day: string) {
  const lines = rows.map(
    ({ what, older, ours, ratio, goal }) =>
      `| ${what} | ${short(older)} | ${short(ours)} | ${share(ratio)} | ${goal === undefined ? '' : `${goal}${ratio < goal ? ': **missed**' : ''}`} |`,
  )
  const notes = rows
    .filter((row) => row.notes.length > 0)
    .map((row) => `- ${row.what}: ${row.notes.join('; ')}`)
  writeSection(
    'Compared with an older version',
    `\`pnpm bench older\` loads an older version and this one in turns, with the same flags and requests. Each flag has a rule with two conditions, and every third has variants. The older one is of ${day}, before evaluations for browsers and reports of counts were made faster. It was run on ${new Date().toISOString().slice(0, 10)}, on ${machine()}. The numbers are responses per second.

| | Older | Now | Ratio | Goal |
| --- | ---: | ---: | ---: | --- |
${lines.join('\n')}

${notes.join('\n')}`,
    {},
  )
}

leaveServerCore()
const postgres = await makePostgres()
try {
  const options = { rounds: Number(rounds), seconds: SECONDS, sizes: SIZES, quick: false, unleash: false }
  const rows = await withBench({ ...options, postgres }, (bench) => measure(bench, resolve(from)))
  if (page) writePage(rows, dayOf(from))
} finally {
  await postgres.remove()
}
