import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { startEdge } from '../../../edge/test/process.ts'
import { until } from '../chaos/until.ts'
import { BACKEND_TOKEN, spawnServer } from '../cluster/server.ts'
import { addressRequest } from './address.ts'
import { createChoice, makeLimited } from './callers.ts'
import { createDatabase } from './database.ts'
import { withDistantIds } from './distant-ids.ts'
import { type Document, isDelivery, type Operation, operationsOf } from './document.ts'
import { makeHidden } from './hidden.ts'
import { makeKept } from './kept.ts'
import { type FuzzAnswer, play } from './play.ts'
import { createReport } from './report.ts'
import { createTenancy } from './tenancy.ts'
import { watchHidden } from './untouched.ts'
import { createVerdict } from './verdict.ts'
import { createWorld } from './world.ts'

// `pnpm fuzz` sends generated requests to every operation of a server and of an edge in front of it.

const { values: given } = parseArgs({
  options: {
    seed: { type: 'string' },
    'per-operation': { type: 'string', default: '20' },
    /** Runs only a part of the operations, such as `2/3`, to split a long run. */
    part: { type: 'string', default: '1/1' },
    /** Runs only this operation. */
    only: { type: 'string' },
    /** Runs only this request of the operation. */
    request: { type: 'string' },
  },
})
const seed = given.seed ?? randomBytes(4).toString('hex')
const perOperation = Number(given['per-operation'])
/** Number of concurrent requests. */
const TOGETHER = 12
/** Reports progress after this many operations. */
const STEP = 20

console.log(`seed ${seed}`)
const database = await createDatabase()
const generous = Object.fromEntries(
  ['SIMPLE_LOGIN_LIMIT', 'CREATE_USER_RATE_LIMIT', 'PASSWORD_RESET_LIMIT'].map((name) => [
    `${name}_PER_MINUTE`,
    '1000000',
  ]),
)
const server = await spawnServer(database.url, {
  ...generous,
  LOG_LEVEL: 'error',
  // Integrations store their secrets with it.
  ENCRYPTION_KEY: 'fuzz-encryption-key-of-sufficient-length',
})
try {
  await server.ready()
  process.exitCode = (await run()) ? 0 : 1
} finally {
  await server.stop()
  await database.drop()
}

async function run(): Promise<boolean> {
  const document = (await server.call('GET', '/docs/openapi.json')).body as Document
  const [part = 1, parts = 1] = given.part.split('/').map(Number)
  const operations = operationsOf(document).filter(
    ({ operationId }, at) =>
      at % parts === part - 1 && (given.only === undefined || operationId === given.only),
  )
  const { hidden, limited } = await withDistantIds(database.query, async () => {
    const hidden = await makeHidden(server, seed)
    return { hidden, limited: await makeLimited(server, hidden.markers.project) }
  })
  const kept = await makeKept(server)
  const world = createWorld(server)
  const edge = await startEdge({
    UPSTREAM_URL: server.url,
    TOKENS: `${BACKEND_TOKEN},${kept.backend}`,
    LOG_LEVEL: 'error',
    RECHECK_SECONDS: '1',
  })
  await edge.ready()
  const before = await kept.read(server.url)
  const verdict = createVerdict(document)
  const tenancy = createTenancy(hidden)
  const changesOfHidden = await watchHidden(database.query, hidden)
  const callerFor = createChoice({ limited, hidden }, world)
  const report = createReport(seed)
  const numbers = given.request ? [Number(given.request)] : Array.from({ length: perOperation }, (_, n) => n)

  /** Who could have changed something in the operation at hand. */
  let accepted: string[] = []
  const send = async (
    operation: Operation,
    n: number,
    place: { name: string; url: string; log(): string },
  ) => {
    const caller = callerFor(operation, n)
    const request = addressRequest(operation, { seed, n, document, known: world.known, hidden, caller })
    if (isForbidden(operation, request.path, kept.lastEvent)) return
    const answer: FuzzAnswer = await play(place.url, request)
    if (answer.status >= 200 && answer.status < 300) accepted.push(`${caller.name}: request ${n}`)
    const fault = verdict(operation, answer) ?? tenancy(caller, operation, request, answer)
    report.add({
      operation,
      n,
      place: place.name,
      caller: caller.name,
      request,
      answer,
      fault,
      log: place.log,
    })
  }
  const sendAll = async (operation: Operation, place: Parameters<typeof send>[2]) => {
    await world.repair(operation)
    accepted = []
    const waiting = [...numbers]
    const worker = async () => {
      for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) await send(operation, n, place)
    }
    await Promise.all(Array.from({ length: TOGETHER }, worker))
    if (operation.method === 'GET') return
    const changes = await changesOfHidden()
    for (const change of changes)
      report.addFault(`${place.name} ${operation.operationId} changed what is hidden: ${change.table}`, {
        repeat: `pnpm fuzz --seed ${seed} --only ${operation.operationId}`,
        accepted,
        ...change,
      })
  }
  try {
    for (const [at, operation] of operations.entries()) {
      await sendAll(operation, { name: 'server', ...server })
      if ((at + 1) % STEP === 0) console.log(`${at + 1} of ${operations.length} operations`)
    }
    for (const operation of operations.filter(isDelivery)) await sendAll(operation, { name: 'edge', ...edge })
    const after = await kept.read(server.url)
    if (!isDeepStrictEqual(after, before))
      report.addFault('the flags made before are served differently', { before, after })
    let behind: Record<string, unknown> = {}
    const isSame = async () => {
      behind = await kept.read(edge.url)
      return isDeepStrictEqual(behind.evaluations, before.evaluations)
    }
    await until('the edge serves the flags made before', isSame).catch(() =>
      report.addFault('the edge serves the flags made before differently', { before, behind }),
    )
    const ready = (await server.call('GET', '/ready')).body as { delivery?: string }
    if (ready.delivery !== 'serving') report.addFault('not everything that was accepted can be served', ready)
    for (const [name, url] of [
      ['server', `${server.url}/health`],
      ['edge', `${edge.url}/internal-backstage/health`],
    ]) {
      const answer = await fetch(url ?? '').catch(() => undefined)
      if (!answer?.ok) report.addFault(`the ${name} died`, {})
    }
  } finally {
    await edge.stop()
  }
  return report.print()
}

/** Reverting the events of the protected flags would change them legitimately, so such requests are not sent. */
function isForbidden({ operationId }: Operation, path: string, lastEvent: number): boolean {
  if (operationId !== 'revertEvent') return false
  const id = /\/events\/([^/?]*)\/revert/.exec(path)?.[1] ?? ''
  return /^[\w.+-]*$/.test(id) && Number(id) <= lastEvent
}
