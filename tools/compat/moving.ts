import { execFileSync } from 'node:child_process'
import { type EventEmitter, once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addDependency, callsTo, fill } from '../../apps/cli/test/moving/fill.ts'
import { connect } from '../../packages/client/src/connect.ts'
import {
  importAll,
  openComparison,
  openSource,
  type Sides,
  totalsOf,
} from '../../packages/moving/src/index.ts'
import { flagstaff, type Program, start, unleash } from './processes.ts'

// Moves 320 flags from Unleash itself to our server, compares both, and connects an unchanged SDK with its old token.
// `pnpm moving`; needs a build and what `pnpm compat` needs.

const FLAGS = 320
const ADMIN = '*:*.moving-admin-of-both'
const BACKEND = { development: '*:development.moving-backend', production: '*:production.moving-backend' }
const FRONTEND = '*:development.moving-frontend,*:production.moving-frontend'
const postgres =
  process.env.TEST_POSTGRES ??
  execFileSync('.ci/postgres', {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    encoding: 'utf8',
  }).trim()

const running: { end(): Promise<void> }[] = []
const faults: string[] = []
const expect = (isTrue: boolean, fault: string) => isTrue || faults.push(fault)
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

try {
  const theirs = await start(
    withTokens(unleash(), {
      INIT_CLIENT_API_TOKENS: Object.values(BACKEND).join(','),
      INIT_FRONTEND_API_TOKENS: FRONTEND,
    }),
    postgres,
  )
  running.push(theirs)
  const ours = await start(withTokens(flagstaff(), {}), postgres)
  running.push(ours)

  const call = callsTo(theirs.url, ADMIN)
  await fill({ call, flags: FLAGS, projects: { default: ['development', 'production'] } })
  await addDependency(call, 'default', 5, 2)
  await addDependency(call, 'default', 40, 3)
  await call('POST', 'user-admin', { email: 'ada@example.com', name: 'Ada', rootRole: 2, sendEmail: false })

  const sides: Sides = {
    source: openSource({ url: theirs.url, token: ADMIN }),
    client: connect({ url: ours.url, token: ADMIN }),
    withToken: (token) => connect({ url: ours.url, token }),
  }
  const began = performance.now()
  const report = await importAll(sides)
  console.log(`imported in ${seconds(began)}: ${report.created} created`)
  expect(report.blocked.length === 0, `blocked: ${JSON.stringify(report.blocked)}`)
  expect(report.differences.length === 0, `differences: ${JSON.stringify(report.differences)}`)
  const again = await importAll(sides)
  expect(again.created + again.updated === 0, `the second import changed ${JSON.stringify(again)}`)
  await compare(sides)
  await connectSdk(ours.url, theirs.url)
} finally {
  for (const one of running) await one.end()
}
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1

async function compare(sides: Sides) {
  const comparison = openComparison(sides, { minimum: 60_000 })
  const began = performance.now()
  const report = await comparison.round().finally(() => comparison.close())
  const totals = totalsOf(report)
  console.log(`compared in ${seconds(began)}: ${JSON.stringify(totals)}`)
  const mismatches = report.environments.flatMap((one) => one.mismatches)
  expect(report.clean, `not clean: ${report.notCompared} ${JSON.stringify(mismatches.slice(0, 10), null, 1)}`)
  expect(totals.flags >= 300 && report.environments.length === 2, `only ${totals.flags} flags were compared`)
  expect(totals.evaluations >= 100_000, `only ${totals.evaluations} evaluations`)
  expect(totals.frontendAnswers > 0, 'the frontend APIs were not compared')
}

type Sdk = EventEmitter & { isEnabled(name: string, context: object): boolean; destroy(): void }
type SdkModule = { Unleash: new (options: object) => Sdk }

/** The unchanged SDK with its old token: only the address is new. */
async function connectSdk(ours: string, theirs: string) {
  const load = createRequire(new URL('../../apps/server/package.json', import.meta.url))
  const { Unleash } = load('unleash-client') as SdkModule
  const open = async (url: string) => {
    const sdk = new Unleash({
      url: `${url}/api`,
      appName: 'moving',
      customHeaders: { Authorization: BACKEND.production },
      backupPath: mkdtempSync(join(tmpdir(), 'flagstaff-moving-')),
      disableMetrics: true,
    })
    await once(sdk, 'synchronized')
    return sdk
  }
  const [before, after] = [await open(theirs), await open(ours)]
  const names = Array.from({ length: FLAGS }, (_, number) => `flag-${String(number).padStart(3, '0')}`)
  const random = (number: number) => number % 13 === 11 || number % 13 === 12
  let compared = 0
  for (const [number, name] of names.entries()) {
    if (random(number)) continue
    for (let user = 0; user < 20; user++) {
      const context = { userId: `user-${user}`, properties: { plan: 'team', country: 'no', age: '20' } }
      compared++
      expect(before.isEnabled(name, context) === after.isEnabled(name, context), `${name} differs in the SDK`)
    }
  }
  console.log(`unleash-client with its old token: ${compared} answers compared`)
  before.destroy()
  after.destroy()
}

function withTokens(program: Program, tokens: Record<string, string>): Program {
  const env = { INIT_ADMIN_API_TOKENS: ADMIN, REQUEST_BUDGET_MS: '30000', ...tokens }
  return { ...program, env: { ...program.env, ...env } }
}
