import { spawn } from 'node:child_process'
import { expect } from '@playwright/test'
import pg from 'pg'
import { database, port, postgres } from './database.ts'

/** Runs statements on the PostgreSQL server, outside of the databases they create and drop. */
async function administer(...statements: string[]) {
  const client = new pg.Client({ connectionString: postgres() })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

type Started = { script: string; name: string; portOffset: number; env?: Record<string, string> }

/** Starts a script on an empty database, like a user who has just cloned the repository. */
export async function startNewServer({ script, name, portOffset, env: more }: Started) {
  const fresh = `${database}_${name}`
  const drop = `drop database if exists ${fresh} with (force)`
  await administer(drop, `create database ${fresh}`)
  const address = `http://localhost:${Number(port) + portOffset}`
  const { UNLEASH_DEFAULT_ADMIN_PASSWORD: _password, ...env } = process.env
  const server = spawn(process.execPath, [script], {
    env: {
      ...env,
      DATABASE_URL: postgres(fresh),
      PORT: new URL(address).port,
      HTTP_HOST: 'localhost',
      INSECURE_COOKIES: 'true',
      // Longer request timeout: slow responses on a busy machine must not become 503.
      REQUEST_BUDGET_MS: '30000',
      ...more,
    },
  })
  let log = ''
  server.stdout.on('data', (part: Buffer) => {
    log += String(part)
  })
  const linkInLog = () => /http:\/\/\S+\/setup\?token=[\w-]+/.exec(log)?.[0]
  const answers = () =>
    fetch(`${address}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  return {
    address,
    database: fresh,
    ready: () => expect.poll(answers).toBe(true),
    /** Waits until the server responds, and returns the setup link from its log. */
    async setupLink(): Promise<string> {
      await expect.poll(linkInLog).toBeDefined()
      await expect.poll(answers).toBe(true)
      return linkInLog() ?? ''
    },
    async stop() {
      server.kill()
      await administer(drop)
    },
  }
}
