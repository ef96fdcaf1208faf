import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { databaseUrl } from '../template.ts'

export type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/** Creates a separate empty database. */
export async function createDatabase() {
  const root = fileURLToPath(new URL('../../../../', import.meta.url))
  const postgres =
    process.env.TEST_POSTGRES ?? execFileSync('.ci/postgres', { cwd: root, encoding: 'utf8' }).trim()
  const name = `fuzz_${process.pid}`
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: postgres })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  await query(`create database ${name}`)
  const url = databaseUrl(postgres, name)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    url,
    async query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
      return (await client.query(text, values)).rows
    },
    async drop() {
      await client.end()
      await query(`drop database if exists ${name} with (force)`)
    },
  }
}
