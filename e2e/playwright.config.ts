import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { port } from './database.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
export const address = `http://127.0.0.1:${port}`

export default defineConfig({
  testDir: './journeys',
  outputDir: `../test-results/${port}`,
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
    stdout: 'pipe',
  },
})
