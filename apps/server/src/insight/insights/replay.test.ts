import fc from 'fast-check'
import { expect, test } from 'vitest'
import { histories, startHistories } from '../../../test/insights/histories.ts'
import { testApp } from '../../../test/kit.ts'
import { type Knowledge, type ReplayedEvent, replay, stockColumns } from './replay.ts'

const nothing: Knowledge = { marks: new Map(), lifetimes: new Map([['release', 2]]), joined: [] }
const event = (type: string, day: number, more: Partial<ReplayedEvent> = {}): ReplayedEvent => ({
  type,
  at: new Date(Date.UTC(2026, 2, day, 12)),
  project: 'shop',
  flag: 'a',
  flagType: type === 'feature-created' ? 'release' : null,
  stale: null,
  ...more,
})
const until = (day: number) => new Date(Date.UTC(2026, 2, day, 23, 59))
const brief = (rows: ReturnType<typeof replay>) =>
  rows.map(
    ({ day, project, total, stale, overdue }) => `${day.slice(8)} ${project} ${total}/${stale}/${overdue}`,
  )

test('every day has the flags at its end, and flags get overdue without an event', () => {
  const events = [event('feature-created', 1), event('feature-stale-on', 5)]
  expect(brief(replay({ events, knowledge: nothing, until: until(6) }))).toEqual([
    '01 shop 1/0/0',
    '02 shop 1/0/0',
    '03 shop 1/0/1',
    '04 shop 1/0/1',
    '05 shop 1/1/0',
    '06 shop 1/1/0',
  ])
})

test('a moved flag counts in its new project, an archived one nowhere, and a deleted project is forgotten', () => {
  const events = [
    event('feature-created', 1),
    event('feature-created', 1, { flag: 'b' }),
    event('feature-project-change', 2, { project: 'bank' }),
    event('feature-archived', 3, { flag: 'b' }),
    event('project-deleted', 4, { flag: null }),
  ]
  expect(brief(replay({ events, knowledge: nothing, until: until(3) }))).toEqual([
    '01 shop 2/0/0',
    '02 shop 1/0/0',
    '03 shop 0/0/0',
    '02 bank 1/0/0',
    '03 bank 1/0/1',
  ])
  expect(
    brief(replay({ events, knowledge: nothing, until: until(4) })).filter((row) => /shop/.test(row)),
  ).toEqual([])
})

test('marks of today belong only to the last flag of a name', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 2, day))
  const knowledge = {
    ...nothing,
    marks: new Map([['a', { preLiveAt: at(4), liveAt: at(5), completedAt: null }]]),
  }
  const events = [event('feature-created', 1), event('feature-deleted', 2), event('feature-created', 3)]
  const stages = replay({ events, knowledge, until: until(5) }).map(
    ({ initial, pre_live, live }) => `${initial}${pre_live}${live}`,
  )
  expect(stages).toEqual(['100', '000', '100', '010', '001'])
})

// `replay.long.test.ts` takes 1,000.
test('replaying the log leads to what the tables have, over random histories', async () => {
  const walks = startHistories(await testApp())
  await walks.start()
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(histories, async (steps) => {
      const { tables, log, half } = await walks.walk(steps)
      expect(log).toEqual(tables)
      expect(half).toEqual(tables)
      for (const row of tables) for (const column of stockColumns) if (row[column] > 0) seen.add(column)
    }),
    { seed: 20_261_117, numRuns: 15 },
  )
  expect([...seen].sort()).toEqual([...stockColumns].sort())
})
