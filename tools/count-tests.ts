import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Adds up the results of all test runners, and names what failed: of a long output only the end may be at hand.

interface Suite {
  file: string
  specs?: { title: string; ok: boolean }[]
  suites?: Suite[]
}
const failedSpecs = (suite: Suite): string[] => [
  ...(suite.specs ?? []).filter((spec) => !spec.ok).map((spec) => `${suite.file}: ${spec.title}`),
  ...(suite.suites ?? []).flatMap(failedSpecs),
]

const reports = fileURLToPath(new URL('../.reports/', import.meta.url))
const root = fileURLToPath(new URL('../', import.meta.url))
let passed = 0
let failed = 0
const names: string[] = []
for (const file of readdirSync(reports).filter((name) => name.startsWith('vitest'))) {
  const report = JSON.parse(readFileSync(`${reports}${file}`, 'utf8'))
  passed += report.numPassedTests
  failed += report.numFailedTests
  for (const suite of report.testResults) {
    const place = suite.name.replace(root, '')
    const tests = suite.assertionResults.filter((one: { status: string }) => one.status === 'failed')
    for (const one of tests) names.push(`${place}: ${one.fullName}`)
    // A file that could not even be loaded has no tests.
    if (suite.status === 'failed' && tests.length === 0)
      names.push(`${place}: ${String(suite.message).slice(0, 300)}`)
  }
}
for (const file of readdirSync(reports).filter((name) => name.startsWith('playwright'))) {
  const { stats, suites } = JSON.parse(readFileSync(`${reports}${file}`, 'utf8'))
  passed += stats.expected
  failed += stats.unexpected + stats.flaky
  names.push(...suites.flatMap(failedSpecs))
}
for (const name of names) console.log(`  ${name}`)
console.log(`tests: ${passed} passed, ${failed} failed`)
if (failed > 0 || passed === 0) process.exit(1)
