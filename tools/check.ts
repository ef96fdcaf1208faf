import { execFileSync, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { touchedBy } from './touched.ts'

// Checks to run before a commit, in at most three minutes: all quick ones, and the server tests in folders that
// changed. `.ci/run` does the rest. `--since <commit>` sets the base of the comparison; the default is main.

const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({ options: { since: { type: 'string' } } })

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const main = ['origin/main', 'main'].find(hasRef) ?? 'HEAD'
const since = values.since ?? git('merge-base', 'HEAD', main)
const changed = [
  ...git('diff', '--name-only', '--diff-filter=d', since).split('\n'),
  ...git('ls-files', '--others', '--exclude-standard').split('\n'),
]
const touched = new Set(changed.flatMap(touchedBy))
// The examples of operations are sent to a server.
if (changed.some((file) => file.startsWith('packages/contract/src/operations')))
  touched.add('apps/server/test/examples.test.ts')

const vitest = ['exec', 'vitest', 'run', '--reporter=dot']
const steps: [name: string, args: string[]][][] = [
  [
    ['lint', ['lint']],
    ['import rules', ['boundaries']],
    ['texts', ['web-literals']],
    ['plain words', ['plain-words']],
    ['commands from npm', ['registry-commands']],
    ['query results', ['query-defaults']],
    ['dead code', ['dead-code']],
  ],
  [['types', ['types']]],
  [['units', [...vitest, '--project', 'packages', '--project', 'web']]],
  touched.size > 0 ? [['changed slices', [...vitest, '--project', 'server', ...touched]]] : [],
]

const began = performance.now()
const seconds = (from: number) => `${Math.round((performance.now() - from) / 1000)} s`
// Two at a time, for a machine with two cores.
const waiting = [...steps]
const failed: string[] = []
await Promise.all([work(), work()])
console.log(`${failed.length > 0 ? `failed: ${failed.join(', ')}` : 'all good'} (${seconds(began)})`)
process.exit(failed.length > 0 ? 1 : 0)

async function work() {
  for (let lane = waiting.shift(); lane; lane = waiting.shift())
    for (const [name, args] of lane) {
      const from = performance.now()
      const { code, output } = await run(args)
      console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${name} (${seconds(from)})`)
      if (code === 0) continue
      failed.push(name)
      console.log(output)
    }
}

function run(args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn('pnpm', args, { cwd: root, env: { ...process.env, CI: 'true' } })
    let output = ''
    const add = (part: Buffer) => {
      output += String(part)
    }
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

function hasRef(name: string): boolean {
  try {
    return git('rev-parse', '--verify', '--quiet', name) !== ''
  } catch {
    return false
  }
}
