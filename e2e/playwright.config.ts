import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { port } from './database.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
export const address = `http://127.0.0.1:${port}`

export default defineConfig({
  testDir: './journeys',
  outputDir: `../test-results/${port}`,
  // How long something that hangs may hang; no bound on how long anything may take.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  fullyParallel: false,
  workers: 1,
  reporter: [
    ['list'],
    ['json', { outputFile: `../.reports/${process.env.E2E_REPORT ?? 'playwright'}.json` }],
  ],
  use: {
    baseURL: address,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
  },
  webServer: {
    command: 'node e2e/start.ts',
    cwd: root,
    url: `${address}/ready`,
    reuseExistingServer: false,
    timeout: 180_000,
    stdout: 'pipe',
  },
})
