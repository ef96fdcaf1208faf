import { defineConfig } from 'vitest/config'

const source = { resolve: { conditions: ['source'] }, ssr: { resolve: { conditions: ['source'] } } }

/**
 * How long something that hangs may hang. It is no bound on how long anything may take: a machine that is busy with
 * other work must not make a test fail.
 */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
}

export default defineConfig({
  ...source,
  test: {
    projects: [
      {
        ...source,
        test: {
          name: 'packages',
          include: ['packages/*/src/**/*.test.ts', 'apps/edge/src/**/*.test.ts'],
          exclude: ['**/*.long.test.ts'],
          ...patience,
        },
      },
      { ...source, test: { name: 'web', include: ['apps/web/src/**/*.test.ts'], ...patience } },
      {
        ...source,
        test: {
          name: 'server',
          // The application is loaded once per worker; every file has its own instance of it.
          isolate: false,
          include: ['apps/server/src/**/*.test.ts', 'apps/server/test/*.test.ts'],
          exclude: ['**/*.long.test.ts'],
          globalSetup: 'apps/server/test/template.ts',
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
          include: ['packages/*/src/**/*.long.test.ts', 'apps/server/{src,test}/**/*.long.test.ts'],
          globalSetup: 'apps/server/test/template.ts',
          fileParallelism: false,
          ...patience,
          testTimeout: 1_200_000,
        },
      },
      {
        ...source,
        // Real processes on a PostgreSQL of their own: one file at a time.
        test: {
          name: 'cluster',
          include: ['apps/server/test/cluster/*.test.ts', 'apps/edge/test/*.test.ts'],
          fileParallelism: false,
          ...patience,
          testTimeout: 600_000,
        },
      },
    ],
  },
})
