import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import type { Result } from '../../../engine/src/index.ts'
import type { Input, run } from './program.ts'
import { readSpecification } from './specification.ts'

// Packs the engine and the provider, installs them into an empty folder, and requires the same results in Node, Bun,
// Deno and workerd. Needs a build. `.ci/runtimes` fetches the runtimes.

type Output = Awaited<ReturnType<typeof run>>

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'flagstaff-runtimes-'))
const TOKEN = '*:development.runtimes'
const USERS = 200
const closing: (() => void)[] = []

try {
  install()
  const bin = execFileSync('.ci/runtimes', { cwd: root, encoding: 'utf8' }).trim()
  const { worlds, expected } = readSpecification()
  const input: Input = { worlds, url: await startEdge(), token: TOKEN, users: USERS }
  writeFileSync(join(folder, 'input.json'), JSON.stringify(input))
  copyFileSync(new URL('program.ts', import.meta.url), join(folder, 'program.ts'))
  const start = `import { run } from './program.ts'\nimport input from './input.json' with { type: 'json' }\n`
  writeFileSync(join(folder, 'main.mjs'), `${start}console.log(JSON.stringify(await run(input)))\n`)
  writeFileSync(
    join(folder, 'worker.mjs'),
    `${start}export default { fetch: async () => Response.json(await run(input)) }\n`,
  )

  const node = runHere(process.execPath, [])
  assert.equal(node.engine.length, expected.length)
  assert.ok(expected.length > 250)
  for (const [index, want] of expected.entries()) assert.equal(answerOf(node.engine[index], want), want)
  assert.equal(node.provider.length, 2 * USERS)
  assert.ok(new Set(node.provider.map((answer) => JSON.stringify(answer))).size >= 5)

  const outputs: Record<string, Output> = {
    bun: runHere(join(bin, 'bun'), []),
    deno: runHere(join(bin, 'deno'), ['run', '--allow-all', '--node-modules-dir=manual']),
    workerd: await runWorkerd(join(bin, 'workerd')),
  }
  for (const [name, output] of Object.entries(outputs)) assert.deepEqual(output, node, name)
  console.log(
    `${expected.length} cases and ${node.provider.length} answers of the provider are the same in node, ${Object.keys(outputs).join(', ')}`,
  )
} finally {
  for (const close of closing) close()
  rmSync(folder, { recursive: true, force: true })
}

/** Installs the packed packages like a user would. */
function install() {
  for (const name of ['engine', 'openfeature-provider'])
    execFileSync('pnpm', ['pack', '--pack-destination', folder], { cwd: join(root, 'packages', name) })
  const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  assert.equal(tarballs.length, 2)
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const packages = [...tarballs.map((name) => `./${name}`), 're2js@2.10.0']
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages], { cwd: folder })
  for (const name of ['engine', 'openfeature-provider']) {
    const installed = join(folder, 'node_modules/@flagstaff', name)
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
    const manifest = readFileSync(join(installed, 'package.json'), 'utf8')
    assert.ok(files.includes('README.md') && files.includes('LICENSE') && files.includes('dist/index.d.ts'))
    assert.deepEqual(
      files.filter((file) => /^src|^test|^bench|\.map$|\.tsbuildinfo$/.test(file)),
      [],
    )
    assert.ok(!manifest.includes('./src/') && !manifest.includes('workspace:'), manifest)
  }
}

function runHere(program: string, args: string[]): Output {
  const options = { cwd: folder, encoding: 'utf8' as const, maxBuffer: 1e8 }
  return JSON.parse(execFileSync(program, [...args, 'main.mjs'], options))
}

/** workerd loads no packages, so it gets one file. Without its Node compatibility, a Node module would not load. */
async function runWorkerd(program: string): Promise<Output> {
  const bundle = await rolldown({ input: join(folder, 'worker.mjs'), platform: 'browser' })
  await bundle.write({ file: join(folder, 'bundle.mjs'), format: 'esm', codeSplitting: false })
  const port = await freePort()
  writeFileSync(
    join(folder, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "bundle", esModule = embed "bundle.mjs")],
      compatibilityDate = "2026-07-01")),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
`,
  )
  launch(program, ['serve', 'config.capnp'])
  const response = await answered(`http://127.0.0.1:${port}/`)
  return (await response.json()) as Output
}

/** An edge that serves a file, so that no database is needed. */
async function startEdge(): Promise<string> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const file = join(folder, 'flags.json')
  const rollout = (name: string, percentage: string) => ({
    name: 'flexibleRollout',
    parameters: { rollout: percentage, stickiness: 'default', groupId: name },
    constraints: [],
    variants: [],
  })
  const variant = (name: string) => ({
    name,
    weight: 500,
    weightType: 'variable',
    stickiness: 'default',
    payload: { type: 'string', value: `the ${name} one` },
  })
  const gold = { contextName: 'plan', operator: 'IN', values: ['gold'] }
  writeFileSync(
    file,
    JSON.stringify({
      version: 2,
      features: [
        { name: 'half', enabled: true, strategies: [rollout('half', '50')], variants: [] },
        {
          name: 'colour',
          enabled: true,
          strategies: [{ ...rollout('colour', '100'), constraints: [gold] }],
          variants: [variant('blue'), variant('green')],
        },
      ],
    }),
  )
  launch(process.execPath, [join(root, 'apps/edge/dist/main.js')], {
    PORT: String(port),
    HTTP_HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    FLAGS_FILE: file,
    FILE_BACKEND_TOKENS: TOKEN,
  })
  await answered(`${url}/internal-backstage/ready`)
  return url
}

function launch(program: string, args: string[], env: Record<string, string> = {}) {
  const options = { cwd: folder, env: { ...process.env, ...env } }
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] })
  closing.push(() => void child.kill())
}

async function answered(url: string): Promise<Response> {
  // It is only slow if it hangs.
  const until = performance.now() + 60_000
  for (;;) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return response
    if (performance.now() > until) throw new Error(`${url} does not respond: ${await response?.text()}`)
    await new Promise((done) => setTimeout(done, 100))
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** A case of the specification expects the state of the flag, or the name of its variant. */
function answerOf(result: Result | undefined, expected: boolean | string) {
  return typeof expected === 'string' ? result?.variant.name : result?.enabled
}
