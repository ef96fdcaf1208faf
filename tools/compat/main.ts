import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { compareEdge } from './edge.ts'
import type { Operation } from './operations.ts'
import { meetPeople } from './people.ts'
import { Player } from './player.ts'
import { flagstaff, type Program, start, unleash } from './processes.ts'
import { report } from './report.ts'
import { scenarios } from './scenarios.ts'
import { replayTerraform } from './terraform/replay.ts'

// Sends the same requests to the reference server and to ours, and fails if the responses differ without an entry in
// `allowed.ts`. `pnpm compat` runs all scenarios, `pnpm compat segments tokens` some areas. Needs a build, a PostgreSQL
// (TEST_POSTGRES, or the private one), and once the package registry.

const postgres =
  process.env.TEST_POSTGRES ??
  execFileSync('.ci/postgres', {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    encoding: 'utf8',
  }).trim()
const asked = process.argv.slice(2)

// Global timeout.
setTimeout(() => {
  console.error('took longer than 15 minutes')
  process.exitCode = 1
  void end().finally(() => process.exit(1))
}, 900_000).unref()

const running: { end(): Promise<void> }[] = []
const end = async () => {
  for (const one of running.splice(0)) await one.end()
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end().finally(() => process.exit(1)))

try {
  const theirs = await start(unleash(), postgres)
  running.push(theirs)
  const ours = await start(withPatience(flagstaff()), postgres)
  running.push(ours)
  const player = new Player({ ours: ours.url, theirs: theirs.url }, await routesOf(ours.url))
  await meetPeople(player)
  for (const scenario of scenarios) {
    if (asked.length > 0 && !asked.includes(scenario.name)) continue
    player.begin(scenario.name)
    await scenario.play(player)
    if (!scenario.keepsFlags) await player.tidy()
  }
  if (!report(player.exchanges, player.counts)) process.exitCode = 1
  if (asked.length === 0 || asked.includes('terraform')) {
    const { calls, expected, faults } = await replayTerraform(
      ours.url,
      String(player.people.get('admin')?.ours),
    )
    console.log(`calls of the Terraform provider answered as it expects: ${expected} of ${calls}`)
    console.log(`applied again: ${faults.length === 0 ? 'no change' : faults.join('; ')}`)
    if (faults.length > 0) process.exitCode = 1
  }
  if (asked.length === 0 || asked.includes('edge')) {
    const faults = await compareEdge(theirs.url, String(player.people.get('admin')?.theirs))
    console.log(
      `our edge in front of the reference: ${faults.length === 0 ? 'the same for everybody' : faults.join('; ')}`,
    )
    if (faults.length > 0) process.exitCode = 1
  }
} finally {
  await end()
}

/** Longer request timeout for busy machines. SSO settings need an encryption key. */
function withPatience(program: Program): Program {
  const env = { REQUEST_BUDGET_MS: '30000', ENCRYPTION_KEY: 'a key for the comparison' }
  return { ...program, env: { ...program.env, ...env } }
}

/** Reads the server's OpenAPI document to find out which operations it offers. */
async function routesOf(url: string): Promise<(operation: Operation) => boolean> {
  const document = (await (await fetch(`${url}/docs/openapi.json`)).json()) as {
    paths: Record<string, object>
  }
  const shape = (path: string) => path.replace(/\{\w+\}/g, '{}')
  const routes = new Set(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${shape(path)}`),
    ),
  )
  return ({ method, path }) => routes.has(`${method} ${shape(path)}`)
}
