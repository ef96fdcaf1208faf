import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the PostgreSQL server for test databases. */
    postgres: string
    template: string
  }
}

/** Creates one migrated database per run; every worker clones it once and resets its clone between files. */
export async function setup(project: TestProject) {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const postgres =
    process.env.TEST_POSTGRES ?? execFileSync('.ci/postgres', { cwd: root, encoding: 'utf8' }).trim()
  const template = `flagstaff_template_${process.pid}`
  const server = new pg.Client({ connectionString: postgres })
  await server.connect()
  await server.query(`create database ${template}`)
  const database = openDatabase({ url: databaseUrl(postgres, template), poolSize: 2 })
  await migrate(database.db as never)
  await database.pool.query(resetFunction)
  await database.close()
  project.provide('postgres', postgres)
  project.provide('template', template)
  return async () => {
    const { rows } = await server.query<{ datname: string }>(
      `select datname from pg_database where datname = '${template}' or datname like '${template}_%'`,
    )
    for (const { datname } of rows) await server.query(`drop database if exists ${datname} with (force)`)
    await server.end()
  }
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Resets to the seed data with one batch of deletes, which takes milliseconds instead of hundreds for a new clone. */
const resetFunction = `
create schema seed;
do $$
declare name text; columns text; refill text := '';
begin
  -- Partitions come and go; what they hold is emptied with the table they belong to.
  for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%'
    and not (select relispartition from pg_class where oid = format('public.%I', tablename)::regclass) loop
    -- Columns that the database fills in itself cannot be filled in from elsewhere.
    select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
    where attrelid = format('public.%I', name)::regclass and attnum > 0 and not attisdropped and attgenerated = '';
    execute format('create table seed.%I as select %s from public.%I', name, columns, name);
    refill := refill || format('delete from public.%I; insert into public.%I (%s) select * from seed.%I;',
      name, name, columns, name);
  end loop;
  create table seed.positions as select sequencename as name, last_value as at from pg_sequences where schemaname = 'public';
  execute format('create function reset_to_seed() returns void language plpgsql as %L', '
    declare position record;
    begin
      set local session_replication_role = replica;
      ' || refill || '
      for position in select p.name, p.at from seed.positions p loop
        perform setval(position.name::regclass, coalesce(position.at, 1), position.at is not null);
      end loop;
      -- Made by the first file that works in the background.
      if to_regclass(''jobs.job'') is not null then
        delete from jobs.job;
      end if;
    end');
end $$;
`
