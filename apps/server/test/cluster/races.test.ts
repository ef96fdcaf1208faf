import { expect, test } from 'vitest'
import { createFlag, expectStatus, rule, rulesOf } from './changes.ts'
import { openCrew } from './crew.ts'
import { done, openReviews } from './reviews.ts'
import type { Server } from './server.ts'

const ROUNDS = Number(process.env.CLUSTER_ROUNDS ?? 4) * 5

const { database, start } = await openCrew()
const first = await start()
const second = await start()
const { approved, move, outcome, schedule, comeDue, protect, propose } = await openReviews(first, database)

const rounds = Array.from({ length: ROUNDS }, (_, round) => round)
const serversOf = (round: number): [Server, Server] => (round % 2 ? [second, first] : [first, second])

test('a scheduled request that people reject or apply when it is due ends one way', async () => {
  for (const round of rounds) {
    const [one, other] = serversOf(round)
    const planned = await approved(one)
    await schedule(one, planned)
    await comeDue(planned)
    // The job may take up to a second to start: some moves come first, some later.
    await new Promise((resolve) => setTimeout(resolve, (round % 5) * 150))
    const [rejected] = await Promise.all([
      move(other, planned.id, 'Rejected'),
      move(one, planned.id, 'Applied'),
    ])
    expect(await outcome(planned)).toEqual(
      rejected.status === 200 ? { state: 'Rejected', rules: 0, applied: 0 } : done,
    )
  }
})

test('a request that is edited while it is applied contains what was approved, or waits for another review', async () => {
  for (const round of rounds) {
    const [one, other] = serversOf(round)
    const planned = await approved(one)
    const late = `late in ${planned.flag}`
    const [applied, edited] = await Promise.all([
      move(one, planned.id, 'Applied'),
      propose(other, planned.flag, late),
    ])
    expect(edited.status).toBe(202)
    const isApplied = applied.status === 200
    expect(edited.body.id === planned.id).toBe(!isApplied)
    expect(await outcome(planned)).toEqual(isApplied ? done : { state: 'In review', rules: 0, applied: 0 })
    const { rows } = await database.query('select from rules where title = $1', [late])
    expect(rows).toEqual([])
    await expectStatus(move(one, edited.body.id, 'Cancelled'), 200)
  }
})

test('an edit at the moment in which its environment is protected comes before that, or is refused', async () => {
  for (const round of rounds) {
    const [one, other] = serversOf(round)
    const flag = `raced-${round}`
    await expectStatus(createFlag(one, flag), 201)
    await expectStatus(protect(one, 'production', false), 204)
    const [, edit] = await Promise.all([
      expectStatus(protect(one, 'production', true), 204),
      other.call('POST', rulesOf(flag, 'production'), rule(flag)),
    ])
    const { rows } = await database.query(
      `select e.revision < (select max(revision) from events where type = 'change-request-configuration-updated') as before
       from events e where flag = $1 and type = 'feature-strategy-add'`,
      [flag],
    )
    expect([edit.status, rows]).toEqual(edit.status === 200 ? [200, [{ before: true }]] : [403, []])
  }
})
