import { expect, test } from 'vitest'
import { locksOf } from './migration-locks.ts'

test('a migration locks all tables that it changes, those that every change writes last', () => {
  const text = `
    -- alter table commented add column a text;
    alter table events add column via text;
    create table fresh (id integer references users);
    create unique index fresh_id on fresh (id);
    update flags set stale = false;
    create or replace function later() returns void language plpgsql as $$ begin update counter set one = true; end $$;
    alter table if exists accounts drop column b;`
  expect(locksOf(text)).toEqual([
    { table: 'accounts', mode: 'access exclusive' },
    { table: 'flags', mode: 'share row exclusive' },
    { table: 'fresh', mode: 'share row exclusive' },
    { table: 'users', mode: 'share row exclusive' },
    { table: 'events', mode: 'access exclusive' },
  ])
})
