import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { startEdge } from '../../../edge/test/process.ts'
import { until } from '../chaos/until.ts'
import { BACKEND_TOKEN, spawnServer } from '../cluster/server.ts'
import { createDatabase } from './database.ts'
import { type Document, isDelivery, type Operation, operationsOf } from './document.ts'
import { makeKept } from './kept.ts'
import { type FuzzAnswer, play } from './play.ts'
import { createReport } from './report.ts'
import { makeRequest } from './requests.ts'
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
const server = await spawnServer(database.url, { ...generous, LOG_LEVEL: 'error' })
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
  const report = createReport(seed)
  const numbers = given.request ? [Number(given.request)] : Array.from({ length: perOperation }, (_, n) => n)

  const send = async (
    operation: Operation,
    n: number,
    place: { name: string; url: string; log(): string },
  ) => {
    const request = makeRequest(operation, { seed, n, document, known: world.known })
    if (isForbidden(operation, request.path, kept.lastEvent)) return
    const headers = { authorization: world.tokenFor(operation, n), ...request.headers }
    const answer: FuzzAnswer = await play(place.url, { ...request, headers })
    const fault = verdict(operation, answer)
    report.add({
      operation,
      n,
      place: place.name,
      request: { ...request, headers },
      answer,
      fault,
      log: place.log,
    })
  }
  const sendAll = async (operation: Operation, place: Parameters<typeof send>[2]) => {
    await world.repair(operation)
    const waiting = [...numbers]
    const worker = async () => {
      for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) await send(operation, n, place)
    }
    await Promise.all(Array.from({ length: TOGETHER }, worker))
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
