import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../compat/processes.ts'

/** Something to scrape, by the values of the labels `job` and `instance`. */
export type Scraped = { job: string; instance: string; url: string; path: string }
/** Each value with its time in seconds; NaN where there is no number. */
export type Series = { labels: Record<string, string>; values: [time: number, value: number][] }

export const SCRAPE_SECONDS = 2
const PATIENCE_MS = 60_000

/** Starts a Prometheus on this machine with these rules. Its data is below `folder`. */
export async function startPrometheus(bin: string, folder: string, rules: string, scraped: Scraped[]) {
  const config = {
    global: { scrape_interval: `${SCRAPE_SECONDS}s`, evaluation_interval: `${SCRAPE_SECONDS}s` },
    rule_files: [rules],
    scrape_configs: scraped.map(({ job, instance, url, path }) => ({
      job_name: instance,
      metrics_path: path,
      static_configs: [{ targets: [new URL(url).host], labels: { job, instance } }],
    })),
  }
  mkdirSync(folder, { recursive: true })
  // JSON is YAML.
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config))
  const port = await freePort()
  const child = spawn(
    join(bin, 'prometheus'),
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const closed = once(child, 'close')
  const url = `http://127.0.0.1:${port}`
  const end = async () => {
    child.kill('SIGTERM')
    await closed
  }
  const deadline = Date.now() + PATIENCE_MS
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`Prometheus exited with ${child.exitCode}`)
    if (Date.now() > deadline) {
      await end()
      throw new Error('Prometheus did not start')
    }
    await sleep(200)
  }
  return {
    rules: () => rulesOf(url),
    query: (expression: string, span: Span) => query(url, expression, span),
    end,
  }
}

const isReady = (url: string) =>
  fetch(`${url}/-/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

export type Span = { start: number; end: number; step: number }
type Matrix = { result: { metric: Record<string, string>; values: [number, string][] }[] }

/** As Grafana asks: over a time span, and with its variables. */
async function query(url: string, expression: string, { start, end, step }: Span): Promise<Series[]> {
  const interval = Math.max(step + SCRAPE_SECONDS, 4 * SCRAPE_SECONDS)
  const text = expression
    .replaceAll('$__rate_interval', `${interval}s`)
    .replaceAll(/\$(job|instance)\b/g, '.+')
  const parameters = { query: text, start: `${start}`, end: `${end}`, step: `${step}` }
  const { result } = await get<Matrix>(`${url}/api/v1/query_range?${new URLSearchParams(parameters)}`)
  return result.map(({ metric, values }) => ({
    labels: metric,
    values: values.map(([time, value]) => [time, Number(value)]),
  }))
}

type Rule = { name: string; health: 'ok' | 'unknown' | 'err'; state: string; lastError?: string }

async function rulesOf(url: string): Promise<Rule[]> {
  const { groups } = await get<{ groups: { rules: Rule[] }[] }>(`${url}/api/v1/rules`)
  return groups.flatMap(({ rules }) => rules)
}

async function get<T>(url: string): Promise<T> {
  const { status, data, error } = (await (await fetch(url)).json()) as {
    status: string
    data: T
    error?: string
  }
  if (status !== 'success') throw new Error(error)
  return data
}
