import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const conditions = { resolve: { conditions: ['source'] } }
/** Packages are loaded from their sources; `__vitest__` is where Vitest loads the global setup. */
const source = { ...conditions, ssr: conditions, environments: { __vitest__: conditions } }

/**
 * How long something that hangs may hang. It is no bound on how long anything may take: a machine that is busy with
 * other work must not make a test fail.
 */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
}

/** A dependency of the MCP client has TypeScript under the condition `source`, which Node does not load from packages. */
const inlined = { server: { deps: { inline: [/@modelcontextprotocol\/client/, /eventsource/] } } }

export default defineConfig({
  ...source,
  test: {
    projects: [
      {
        ...source,
        test: {
          name: 'packages',
          include: ['packages/*/src/**/*.test.ts', 'apps/{edge,cli}/src/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: ['**/*.long.test.ts'],
          ...patience,
        },
      },
      { ...source, test: { name: 'web', include: ['apps/web/src/**/*.test.ts'], ...patience } },
      {
        // Components in a real browser, the one of the journeys.
        root: 'apps/web',
        resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
        // Bundle all dependencies before the first test: finding one later would reload the page.
        optimizeDeps: { entries: ['src/**/*.tsx'] },
        test: {
          name: 'components',
          include: ['src/**/*.test.tsx'],
          ...patience,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // Names of buttons end with their keyboard shortcut.
            locators: { exact: false },
            viewport: { width: 1600, height: 900 },
            provider: playwright({
              launchOptions: {
                executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
                args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        ...source,
        test: {
          name: 'server',
          // The application is loaded once per worker; every file has its own instance of it.
          isolate: false,
          include: ['apps/server/src/**/*.test.ts', 'apps/server/test/*.test.ts'],
          exclude: ['**/*.long.test.ts'],
          globalSetup: 'apps/server/test/template.ts',
          ...inlined,
          // For SDKs of browsers, which have EventSource.
          execArgv: ['--experimental-eventsource', '--disable-warning=UNDICI-ES'],
          ...patience,
        },
      },
      {
        ...source,
        // Everything, where the usual run takes a part.
        test: {
          name: 'long',
          include: [
            'packages/*/{src,test}/**/*.long.test.ts',
            'apps/{server,edge}/{src,test}/**/*.long.test.ts',
          ],
          globalSetup: 'apps/server/test/template.ts',
          fileParallelism: false,
          ...patience,
          testTimeout: 1_200_000,
        },
      },
      {
        ...source,
        // The package as it is published, installed from its tarball.
        test: { name: 'package', include: ['apps/cli/test/package.test.ts'], ...patience },
      },
      {
        ...source,
        // Real processes, each file with a separate PostgreSQL.
        test: {
          name: 'cluster',
          isolate: false,
          include: [
            'apps/server/test/cluster/*.test.ts',
            'apps/edge/test/*.test.ts',
            'packages/backbone/test/*.test.ts',
            'apps/cli/test/{code,commands,demo,dev,mcp,moving}.test.ts',
          ],
          exclude: ['**/*.long.test.ts'],
          ...inlined,
          ...patience,
          testTimeout: 600_000,
        },
      },
    ],
  },
})
