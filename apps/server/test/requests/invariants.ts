import { expect } from 'vitest'
import type { TestApp } from '../kit.ts'
import type { Model } from './model.ts'
import type { Person } from './walk.ts'
import type { Values } from './wishes.ts'
import { keyOf, partsOf, spotsIn, type User, users } from './world.ts'

const OPEN = ['Draft', 'In review', 'Approved']
const CLOSED = ['Applied', 'Cancelled', 'Rejected']

type People = Record<User, Person>

/** Checks to be made after each step. */
export async function watchWalk(kit: TestApp, people: People, model: Model) {
  const closed = new Map<number, unknown>()
  let revision = await newest(kit)
  let before = stateOf(model)
  /** The ids are those of the requests of the model, in order. */
  const check = async (ids: readonly number[]) => {
    const rows = await kit.db.selectFrom('change_requests').selectAll().execute()
    const found = new Map(rows.map((row) => [row.id, row]))
    expect(rows.length).toBe(model.requests.filter(({ state }) => state !== 'gone').length)
    expect(ids.map((id) => found.get(id)?.state ?? 'gone')).toEqual(model.requests.map(({ state }) => state))
    expect(
      ids.map((id) => {
        const one = found.get(id)
        return one?.state === 'Scheduled' ? one.schedule_status : undefined
      }),
    ).toEqual(
      model.requests.map(({ state, schedule }) => (state === 'Scheduled' ? schedule?.status : undefined)),
    )
    await compareApprovals(kit, people, model, ids)

    // Each author has one open request in a place, and a closed request never changes.
    const open = rows.filter(({ state }) => OPEN.includes(state))
    const owned = open.map((row) => `${row.author_id} ${row.project}/${row.environment}`)
    expect(new Set(owned).size).toBe(owned.length)
    for (const row of rows.filter(({ state }) => CLOSED.includes(state))) {
      expect(row).toEqual(closed.get(row.id) ?? row)
      closed.set(row.id, row)
    }

    // What changed in a protected place was reviewed, only lowered, or says that the review was skipped.
    const after = model.behaviour()
    const events = await kit.db
      .selectFrom('events')
      .select(['type', 'project', 'environment', 'group_type'])
      .where('revision', '>', revision)
      .execute()
    for (const [place, { free }] of before.protected) {
      if (after.get(place) === before.behaviour.get(place)) continue
      const [project, environment] = partsOf(place)
      const reviewed = events.some(({ group_type }) => group_type === 'change-request')
      const skipped = events.some(
        (one) =>
          one.type === 'change-request-skipped' && one.project === project && one.environment === environment,
      )
      const lowered =
        free && spotsIn(place).every((spot) => !gains(before.live.get(keyOf(spot)), model.at(spot)))
      expect([place, reviewed || skipped || lowered]).toEqual([place, true])
    }
    revision = await newest(kit)
    before = stateOf(model)
  }
  /** Every change has an event. */
  const unchanged = async () => expect(await newest(kit)).toBe(revision)
  return { check, unchanged }
}

/** Approvals of the current edition, of requests that can still be applied. */
async function compareApprovals({ db }: TestApp, people: People, model: Model, ids: readonly number[]) {
  const rows = await db
    .selectFrom('request_reviews as r')
    .innerJoin('change_requests as c', (join) =>
      join.onRef('c.id', '=', 'r.request').onRef('c.edition', '=', 'r.edition'),
    )
    .select(['r.request', 'r.user_id'])
    .where('r.verdict', '=', 'approved')
    .where('c.state', 'in', [...OPEN, 'Scheduled'])
    .execute()
  const nameOf = (id: number | null) => users.find((user) => people[user].id === id)
  const given = ids.map((id) =>
    rows.filter(({ request }) => request === id).map((row) => nameOf(row.user_id)),
  )
  expect(given).toEqual(
    model.requests.map(({ state, approvals }) =>
      OPEN.includes(state) || state === 'Scheduled' ? [...approvals] : [],
    ),
  )
}

const stateOf = (model: Model) => ({
  behaviour: model.behaviour(),
  protected: new Map(model.protected),
  live: new Map([...model.live].map(([key, values]) => [key, { ...values }])),
})

const gains = (before: Values | undefined, after: Values) =>
  before === undefined || (after.on && !before.on) || after.rollout > before.rollout

const newest = async ({ db }: TestApp): Promise<number> =>
  (await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()).revision
