import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { withRunbookUrls } from '../../apps/docs/tools/alerts.mts'
import { readCases, readRules, rulesFile } from './cases.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const anchors = (page: string) =>
  [...page.matchAll(/^##+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
const rules = readRules()

test.each(rules)('$alert fires in one case and stays silent in another', ({ alert }) => {
  const counts = readCases().flatMap(({ expected }) => expected[alert] ?? [])
  expect(counts).toContain(0)
  expect(counts.some((count) => count > 0)).toBe(true)
})

test.each(rules)('the runbook of $alert exists', ({ annotations: { runbook } }) => {
  const [path = '', anchor] = runbook.split('#')
  expect(existsSync(join(root, path)), path).toBe(true)
  if (anchor) expect(anchors(read(path))).toContain(anchor)
})

test.each(rules)('$alert is in the list of alerts and in that of runbooks', ({ alert }) => {
  expect(read('apps/docs/docs/using-flagstaff/deploy/metrics.md')).toContain(`| \`${alert}\` |`)
  expect(read('apps/docs/docs/using-flagstaff/runbooks/index.md')).toContain(`\`${alert}\``)
})

test('a docs site serves the alerts with the addresses of its runbooks', () => {
  const text = withRunbookUrls(readFileSync(rulesFile, 'utf8'), 'https://docs.example.com/flags/')
  expect(text).not.toContain('runbook:')
  expect(text.match(/runbook_url: https:\/\/docs\.example\.com\/flags\/\S+/g)).toHaveLength(rules.length)
  expect(text).toContain('/flags/using-flagstaff/runbooks/server-down#out-of-memory\n')
})
