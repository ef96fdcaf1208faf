import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findBlocks } from './snippets/blocks.ts'
import { choosePages, docs } from './snippets/pages.ts'
import { main, openInstallations } from './snippets/server.ts'
import { cli, runBlocks } from './snippets/shell.ts'

// Runs the `sh` and `bash` blocks of the documentation, each page in one shell on an empty installation:
//   pnpm snippets [page …]   all pages, or those whose path ends so, such as `reference/segments`
//   pnpm snippets --changed  those that changed since HEAD~20 or `--since <commit>`, and the quickstart
// `--workers 1` runs one page at a time instead of two, `--timeout 60` gives each page one minute instead of five.
// Needs a build, the command line (`pnpm --filter flagstaff build`) and a PostgreSQL (TEST_POSTGRES, or the private one).

type Result = { page: string; run: number; notRun: number; failed: number; seconds: number }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean', default: false },
    since: { type: 'string', default: 'HEAD~20' },
    workers: { type: 'string', default: '2' },
    timeout: { type: 'string', default: '300' },
  },
})
if (!existsSync(main) || !existsSync(cli))
  throw new Error('build first: pnpm build && pnpm --filter flagstaff build')
const pages = choosePages(positionals, values.changed ? values.since : undefined)
const postgres =
  process.env.TEST_POSTGRES ??
  execFileSync('.ci/postgres', {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
  }).trim()

const stopping = new AbortController()
const stop = stopping.signal
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort())

const results: Result[] = []
const installations = await openInstallations(postgres, stop).catch((error) => {
  if (stop.aborted) process.exit(1)
  throw error
})
try {
  await Promise.all(Array.from({ length: Number(values.workers) || 2 }, work))
} finally {
  await installations.end()
}
report()

async function work() {
  for (let page = pages.shift(); page && !stop.aborted; page = pages.shift()) {
    const result = await runPage(page).catch((error: Error) => {
      if (!stop.aborted) console.log(`FAILED  ${page}: ${error.message}`)
      return { page, run: 0, notRun: 0, failed: 1, seconds: 0 }
    })
    if (result && !stop.aborted) results.push(result)
  }
}

/** Nothing for a page without commands. */
async function runPage(page: string): Promise<Result | undefined> {
  const from = performance.now()
  const { blocks, problems } = findBlocks(readFileSync(docs + page, 'utf8'))
  if (blocks.length === 0 && problems.length === 0) return undefined
  for (const problem of problems) console.log(`FAILED  ${page}, ${problem}`)
  const commands = blocks.filter(({ reason }) => reason === undefined)
  let run = 0
  let failed = problems.length
  if (commands.length > 0) {
    const installation = await installations.create()
    const ending = await runBlocks(commands, installation, { timeout: Number(values.timeout), stop }).finally(
      installation.end,
    )
    run = ending.started
    if (ending.failed && !stop.aborted) {
      run--
      failed++
      const { command, output } = ending.failed
      const line = commands[ending.started - 1]?.line ?? 0
      console.log(`FAILED  ${page}, block at line ${line}: ${command}\n${lastLines(output)}`)
    }
  }
  if (failed === 0) console.log(`ok      ${page}`)
  const seconds = Math.round((performance.now() - from) / 1000)
  return { page, run, notRun: blocks.length - run - failed + problems.length, failed, seconds }
}

function lastLines(output: string): string {
  return output
    .trim()
    .split('\n')
    .slice(-20)
    .map((line) => `        ${line.slice(0, 500)}`)
    .join('\n')
}

function report() {
  results.sort((one, other) => one.page.localeCompare(other.page))
  const width = Math.max(4, ...results.map(({ page }) => page.length))
  const row = (page: string, ...cells: (string | number)[]) =>
    `${page.padEnd(width)}${cells.map((cell) => String(cell).padStart(9)).join('')}`
  console.log(`\n${row('Page', 'Run', 'Not run', 'Failed', 'Seconds')}`)
  for (const { page, run, notRun, failed, seconds } of results)
    console.log(row(page, run, notRun, failed, seconds))
  const failed = results.filter((result) => result.failed > 0).length
  if (stop.aborted) console.log('stopped early')
  console.log(`${results.length - failed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || stop.aborted ? 1 : 0
}
