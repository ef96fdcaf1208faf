import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { port, portOf, workers } from './database.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
export const address = `http://127.0.0.1:${port}`

export default defineConfig({
  testDir: './journeys',
  outputDir: `../test-results/${portOf(0)}`,
  // Timeouts only catch hanging tests; they do not limit performance.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  fullyParallel: false,
  workers,
  reporter: [
    ['list'],
    ['json', { outputFile: `../.reports/${process.env.E2E_REPORT ?? 'playwright'}.json` }],
  ],
  use: {
    baseURL: address,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
  },
  webServer: Array.from({ length: workers }, (_, worker) => ({
    command: 'node e2e/start.ts',
    cwd: root,
    env: { E2E_PORT: portOf(worker) },
    url: `http://127.0.0.1:${portOf(worker)}/ready`,
    reuseExistingServer: false,
    timeout: 180_000,
    stdout: 'pipe' as const,
  })),
})
