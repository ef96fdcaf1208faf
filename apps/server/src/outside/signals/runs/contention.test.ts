import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { act, openSignals } from '../../../../test/signals.ts'

const kit = await testApp()
const { app, as, db } = kit
await app.startWork()
const { makeFlag, makeSet, isOn, signal, over } = await openSignals(kit)

test('a step that loses against other changes is taken later, once', async () => {
  await makeFlag('busy')
  const set = await makeSet([act('busy')])
  // The first attempts fail when they mark the step. A sequence keeps counting when a transaction is rolled back.
  await sql`create sequence attempts`.execute(db)
  await sql`
    create function lose() returns trigger language plpgsql as $$ begin
      if nextval('attempts') <= 6 then raise exception 'contention' using errcode = '40001'; end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger lose before update on action_steps for each row execute function lose()`.execute(
    db,
  )
  try {
    await signal()
    const run = await over(set.id)
    expect(run).toMatchObject({ state: 'success', actionSet: { actions: [{ state: 'success' }] } })
    const { rows } = await sql<{ tried: number }>`select last_value as tried from attempts`.execute(db)
    expect(rows[0]?.tried).toBe(7)
  } finally {
    await sql`drop trigger lose on action_steps`.execute(db)
    await sql`drop function lose`.execute(db)
    await sql`drop sequence attempts`.execute(db)
  }
  expect(await isOn('busy')).toBe(false)
  const { body } = await as.admin.get('/api/admin/search/events?feature=IS:busy&limit=100')
  const off = body.events.filter(({ type }: { type: string }) => type === 'feature-environment-disabled')
  expect(off).toHaveLength(1)
})
