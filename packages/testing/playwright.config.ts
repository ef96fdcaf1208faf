import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: './test',
  outputDir: '../../test-results/testing',
  testMatch: '*.test.ts',
  // Timeouts only catch hanging tests; they do not limit performance.
  timeout: 120_000,
  expect: { timeout: 60_000 },
  workers: 1,
  reporter: [['list'], ['json', { outputFile: '../../.reports/playwright-testing.json' }]],
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
    },
  },
})
