import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, stringify } from 'yaml'

const root = fileURLToPath(new URL('../../', import.meta.url))
export const rulesFile = join(root, 'deploy/prometheus/alerts.yaml')
const SCRAPE = '15s'

type Rule = { alert: string; annotations: { runbook: string } }
type Case = {
  name: string
  /** When the alerts are counted. */
  at: string
  /** What was scraped before, in the notation of promtool. */
  series: Record<string, string>
  /** How many alerts of each name fire. */
  expected: Record<string, number>
}

export function readRules(): Rule[] {
  const { groups } = parse(readFileSync(rulesFile, 'utf8')) as { groups: { rules: Rule[] }[] }
  return groups.flatMap(({ rules }) => rules)
}

export const readCases = (): Case[] =>
  (parse(readFileSync(join(root, 'deploy/prometheus/alerts.cases.yaml'), 'utf8')) as { cases: Case[] }).cases

/** Checks the rules, and runs every case with promtool, which is in `bin`. */
export function checkAlerts(bin: string): void {
  const promtool = (...args: string[]) => execFileSync(join(bin, 'promtool'), args, { stdio: 'inherit' })
  promtool('check', 'rules', rulesFile)
  const folder = mkdtempSync(join(tmpdir(), 'flagstaff-alerts-'))
  try {
    const file = join(folder, 'alerts.test.yaml')
    writeFileSync(file, stringify(toPromtool(readCases())))
    promtool('test', 'rules', file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const toPromtool = (cases: readonly Case[]) => ({
  rule_files: [rulesFile],
  evaluation_interval: SCRAPE,
  tests: cases.map(({ name, at, series, expected }) => ({
    name,
    interval: SCRAPE,
    input_series: Object.entries(series).map(([one, values]) => ({ series: one, values })),
    promql_expr_test: Object.entries(expected).map(([alert, count]) => ({
      expr: `count(ALERTS{alertname="${alert}", alertstate="firing"})`,
      eval_time: at,
      exp_samples: count > 0 ? [{ labels: '{}', value: count }] : [],
    })),
  })),
})
