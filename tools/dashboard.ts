import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { checkAlerts, rulesFile } from './alerts/cases.ts'
import { startInstallation } from './dashboard/installation.ts'
import { type Drawn, pageOf, WIDTH } from './dashboard/page.ts'
import { inRows, legendOf, readPanels } from './dashboard/panels.ts'
import { SCRAPE_SECONDS, type Series, type Span, startPrometheus } from './dashboard/prometheus.ts'
import { startTraffic } from './dashboard/traffic.ts'
import { draw, type Shot } from './pictures/camera.ts'
import { describeShot, folder, savePictures } from './pictures/folder.ts'

// Sends every query of the Grafana dashboard, and every alert, to a Prometheus that scrapes servers and an edge under load:
//   pnpm dashboard              fails if a query is invalid or returns nothing
//   pnpm dashboard --draw       also draws the pictures of the dashboard in the documentation
//   pnpm dashboard --minutes 8  for longer
// Needs a build, and Prometheus (`.ci/prometheus`): without it, nothing is checked.

const root = fileURLToPath(new URL('..', import.meta.url))
const dashboardFile = `${root}deploy/grafana/flagstaff.json`

/** The rows of each picture: all of them would be too many for one. */
const pictures = {
  'dashboard-traffic': ['Overview', 'Delivery', 'Control plane'],
  'dashboard-internals': ['Processes', 'Database', 'Followers', 'Edges'],
}

const { values } = parseArgs({
  options: { draw: { type: 'boolean', default: false }, minutes: { type: 'string', default: '4' } },
})

const bin = prometheusFolder()
if (bin) await run(bin)
else console.log('Skipped: there is no Prometheus, and it could not be downloaded.')

function prometheusFolder(): string | undefined {
  try {
    return execFileSync('.ci/prometheus', { cwd: root, encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

async function run(bin: string) {
  checkAlerts(bin)
  const { panels, problems } = await observe(bin)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log(`${panels.flatMap(({ targets = [] }) => targets).length} queries return data`)
  if (values.draw) await drawPictures(panels)
}

/** Asks Prometheus after some minutes of traffic. */
async function observe(bin: string) {
  const postgres =
    process.env.TEST_POSTGRES ?? execFileSync('.ci/postgres', { cwd: root, encoding: 'utf8' }).trim()
  const scratch = mkdtempSync(join(tmpdir(), 'flagstaff-dashboard-'))
  const running: (() => Promise<unknown>)[] = []
  try {
    const installation = await startInstallation(postgres, scratch)
    running.push(installation.end)
    const prometheus = await startPrometheus(bin, scratch, rulesFile, installation.scraped)
    running.push(prometheus.end)
    const traffic = startTraffic(installation)
    running.push(traffic.stop)
    // Rates need two scrapes.
    await sleep(4 * SCRAPE_SECONDS * 1000)
    const start = Date.now() / 1000
    await sleep(Number(values.minutes) * 60_000)
    const { panels, problems } = await ask(prometheus.query, {
      start,
      end: Date.now() / 1000,
      step: SCRAPE_SECONDS,
    })
    for (const { name, health, lastError } of await prometheus.rules())
      if (health !== 'ok') problems.push(`alert ${name}: ${lastError ?? health}`)
    return { panels, problems: [...problems, ...traffic.problems] }
  } finally {
    for (const end of running.toReversed()) await end()
    rmSync(scratch, { recursive: true })
  }
}

/** What every panel shows. A query that is invalid or returns nothing is a problem. */
async function ask(query: (expression: string, span: Span) => Promise<Series[]>, span: Span) {
  const problems: string[] = []
  const panels: Drawn[] = []
  for (const panel of readPanels(dashboardFile)) {
    const lines: Drawn['lines'] = []
    for (const { expr, legendFormat } of panel.targets ?? []) {
      const series = await query(expr, span).catch((error: Error) => {
        problems.push(`${panel.title}: ${error.message}`)
        return []
      })
      if (!series.some(({ values }) => values.some(([, value]) => Number.isFinite(value))))
        problems.push(`${panel.title}: no data for ${expr}`)
      lines.push(...series.map(({ labels, values }) => ({ name: legendOf(legendFormat, labels), values })))
    }
    panels.push({ ...panel, lines })
  }
  return { panels, problems }
}

async function drawPictures(panels: readonly Drawn[]) {
  const shots = new Map<string, Shot>()
  for (const [name, rows] of Object.entries(pictures)) {
    const shot = await draw(pageOf(inRows(panels, rows)), WIDTH)
    shots.set(name, shot)
    console.log(describeShot(name, shot))
  }
  savePictures(folder, shots)
}
