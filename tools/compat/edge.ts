import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { freePort } from './processes.ts'

// Our edge in front of the reference server: it has no streaming, so the edge polls. SDKs must get the same flags.

const main = fileURLToPath(new URL('../../apps/edge/dist/main.js', import.meta.url))
const PEOPLE = 25
const FLAG = 'behind-our-edge'
type Headers = Record<string, string>

/** Returns the errors, if any. */
export async function compareEdge(theirs: string, adminToken: string): Promise<string[]> {
  if (!existsSync(main)) throw new Error('build first: pnpm build')
  const admin = { authorization: adminToken }
  const [backend, frontend] = await Promise.all(
    ['backend', 'frontend'].map((type) => makeToken(theirs, admin, type)),
  )
  if (!backend || !frontend) throw new Error('the reference gave no tokens')
  await makeFlag(theirs, admin)
  const folder = mkdtempSync(join(tmpdir(), 'compat-edge-'))
  const port = await freePort()
  const edge = spawn(process.execPath, [main], {
    stdio: 'ignore',
    env: {
      ...process.env,
      UPSTREAM_URL: theirs,
      TOKENS: backend,
      PORT: String(port),
      HTTP_HOST: '127.0.0.1',
      SHUTDOWN_DELAY_SECONDS: '0',
      DATA_FOLDER: folder,
      POLL_SECONDS: '1',
      FORWARD_SECONDS: '1',
      LOG_LEVEL: 'silent',
    },
  })
  try {
    return await compare(theirs, `http://127.0.0.1:${port}`, { admin, backend, frontend })
  } finally {
    edge.kill('SIGTERM')
    await once(edge, 'exit')
    rmSync(folder, { recursive: true })
  }
}

type Keys = { admin: Headers; backend: string; frontend: string }

async function compare(theirs: string, ours: string, { admin, backend, frontend }: Keys): Promise<string[]> {
  const faults: string[] = []
  const features = async (url: string) => {
    const headers = { authorization: backend, 'unleash-client-spec': '5.2.0' }
    const { features, segments } = await ask(`${url}/api/client/features`, { headers })
    return { features: byName(features), segments: used(segments, features) }
  }
  const same = async () => isDeepStrictEqual(await features(ours), await features(theirs))
  if (!(await soon(same))) {
    const [one, other] = [await features(ours), await features(theirs)]
    faults.push(`the flags of the edge are not those of the server: ${firstDifference(one, other)}`)
  }
  for (let person = 0; person < PEOPLE; person++) {
    const evaluate = async (url: string) => {
      const { toggles } = await ask(`${url}/api/frontend?userId=${person}`, {
        headers: { authorization: frontend },
      })
      return byName(toggles).map(({ name, variant }) => ({ name, variant: variant?.name }))
    }
    if (!isDeepStrictEqual(await evaluate(ours), await evaluate(theirs)))
      faults.push(`person ${person} gets something else from the edge`)
  }
  await post(`${theirs}/api/admin/projects/default/features/${FLAG}/environments/development/off`, admin, {})
  const isOff = async () =>
    (await features(ours)).features.some(({ name, enabled }) => name === FLAG && enabled === false)
  if (!(await soon(isOff))) faults.push('the edge did not follow a change')
  const moment = new Date().toISOString()
  const bucket = { start: moment, stop: moment, toggles: { [FLAG]: { yes: 7, no: 2, variants: {} } } }
  await post(`${ours}/api/client/metrics`, { authorization: backend }, { appName: 'edge-test', bucket })
  const counted = async () => {
    const { data } = await ask(`${theirs}/api/admin/client-metrics/features/${FLAG}/raw`, { headers: admin })
    return (data as { yes: number; no: number }[]).some(({ yes, no }) => yes === 7 && no === 2)
  }
  if (!(await soon(counted))) faults.push('counts did not arrive at the server')
  return faults
}

type Delivered = { features: unknown[]; segments?: unknown[] }
type Named = { name: string; enabled?: boolean; variant?: { name: string } }
// Ours sends only the segments that flags use.
const used = (segments: { id: number }[] = [], features: { strategies?: { segments?: number[] }[] }[]) => {
  const ids = features.flatMap(({ strategies = [] }) => strategies.flatMap((one) => one.segments ?? []))
  return segments.filter(({ id }) => ids.includes(id))
}
const byName = (all: Named[]) => [...all].sort((a, b) => (a.name < b.name ? -1 : 1))

/** The first flag or segment that differs. */
function firstDifference(one: Delivered, other: Delivered): string {
  for (const kind of ['features', 'segments'] as const) {
    const [left, right] = [one[kind] ?? [], other[kind] ?? []]
    for (let index = 0; index < Math.max(left.length, right.length); index++)
      if (!isDeepStrictEqual(left[index], right[index]))
        return `${JSON.stringify(left[index])} and ${JSON.stringify(right[index])}`
  }
  return 'none any more'
}

async function soon(isSo: () => Promise<boolean>): Promise<boolean> {
  const until = Date.now() + 20_000
  while (Date.now() < until) {
    if (await isSo().catch(() => false)) return true
    await new Promise((done) => setTimeout(done, 200))
  }
  return false
}

async function ask(url: string, init: RequestInit) {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  const text = await response.text()
  return text ? JSON.parse(text) : undefined
}
const post = (url: string, headers: Headers, body: unknown) =>
  ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

async function makeToken(url: string, admin: Headers, type: string): Promise<string> {
  const body = { tokenName: `edge-${type}`, type, environment: 'development', projects: ['*'] }
  return (await post(`${url}/api/admin/api-tokens`, admin, body)).secret
}

async function makeFlag(url: string, admin: Headers) {
  const project = `${url}/api/admin/projects/default/features`
  await post(project, admin, { name: FLAG, type: 'release' })
  const variants = ['blue', 'green'].map((name) => ({
    name,
    weight: 500,
    weightType: 'variable',
    stickiness: 'default',
  }))
  await post(`${project}/${FLAG}/environments/development/strategies`, admin, {
    name: 'flexibleRollout',
    parameters: { rollout: '60', stickiness: 'default', groupId: FLAG },
    constraints: [{ contextName: 'userId', operator: 'NOT_IN', values: ['3'] }],
    variants,
  })
  await post(`${project}/${FLAG}/environments/development/on`, admin, {})
}
