import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Adds up the results of all test runners.

const reports = fileURLToPath(new URL('../.reports/', import.meta.url))
let passed = 0
let failed = 0
for (const file of readdirSync(reports).filter((name) => name.startsWith('vitest'))) {
  const report = JSON.parse(readFileSync(`${reports}${file}`, 'utf8'))
  passed += report.numPassedTests
  failed += report.numFailedTests
}
for (const file of readdirSync(reports).filter((name) => name.startsWith('playwright'))) {
  const { stats } = JSON.parse(readFileSync(`${reports}${file}`, 'utf8'))
  passed += stats.expected
  failed += stats.unexpected + stats.flaky
}
console.log(`tests: ${passed} passed, ${failed} failed`)
if (failed > 0 || passed === 0) process.exit(1)
