import { expect, test } from 'vitest'
import { makeFlag, makeProject, makeToken } from '../../../test/fixtures.ts'
import { type Client, testApp } from '../../../test/kit.ts'
import type { Reader } from '../../platform/database/database.ts'
import { ulid } from '../../platform/ulid.ts'
import { system } from '../../platform/write/actor.ts'
import { activityReader } from './activity.ts'

const DAY = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY)
const environments = { development: {}, production: { enabled: true } }

const { actors, app, as, db } = await testApp({}, async (before) => {
  await makeProject(before, 'secret', { mode: 'private' })
  await makeFlag(before, 'secret-flag', { project: 'secret', environments })
  for (const name of ['quiet', 'busy', 'late', 'old', 'foreign'])
    await makeFlag(before, name, { environments })
})
await app.startWork()
const url = '/api/admin/home'
const features = '/api/admin/projects/default/features'
const readHome = async (who: Client, query = '') => {
  const { body, status } = await who.get(`${url}${query}`)
  expect(status).toBe(200)
  return body
}
const kindsOf = async (who: Client) =>
  (await readHome(who)).problems.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`)

async function makeMine(user: number, names: readonly string[]) {
  for (const name of names)
    await db.updateTable('flags').set({ owner_user_id: user }).where('name', '=', name).execute()
}
const seen = (flag: string, days: number) =>
  db
    .updateTable('flag_environments')
    .set({ last_seen_at: ago(days) })
    .where('flag', '=', flag)
    .where('environment', '=', 'production')
    .execute()

test('an account without flags has nothing to do', async () => {
  expect(await readHome(as.viewer)).toMatchObject({
    waiting: [],
    waitingTotal: 0,
    problems: [],
    problemsTotal: 0,
    pinned: { projects: [], flags: [] },
    recent: [],
    setup: { project: 'default', environment: 'development' },
  })
  expect((await as.anonymous.get(url)).status).toBe(401)
  expect((await as.viewer.get(`${url}?activity=year`)).status).toBe(400)
})

test('problems of my flags and tokens are listed, the worst first and one for each', async () => {
  await makeMine(actors.owner.id, ['quiet', 'busy', 'late', 'old', 'secret-flag'])
  await seen('quiet', 9)
  await seen('busy', 1)
  await seen('foreign', 9)
  await seen('secret-flag', 9)
  await db
    .updateTable('flags')
    .set({ potentially_stale: true, created_at: ago(73) })
    .where('name', 'in', ['late', 'quiet'])
    .execute()
  await db.updateTable('flags').set({ stale: true }).where('name', '=', 'old').execute()
  await makeToken(db, 'ending', 'production', ['default'])
  await makeToken(db, 'hidden-token', 'production', ['default', 'secret'])
  await makeToken(db, 'later', 'production', ['default'])
  const expires = (name: string, days: number) =>
    db
      .updateTable('api_tokens')
      .set({ created_by: 'olga@example.com', created_at: ago(30), expires_at: ago(-days) })
      .where('name', '=', name)
      .execute()
  await expires('ending', 3)
  await expires('hidden-token', 3)
  await expires('later', 15)
  await db
    .insertInto('personal_tokens')
    .values({
      user_id: actors.owner.id,
      description: 'script',
      digest: Buffer.from('script'),
      created_at: ago(30),
      expires_at: ago(-1),
    })
    .execute()
  expect(await kindsOf(as.owner)).toEqual([
    'token-expires ending',
    'personal-token-expires script',
    'no-traffic quiet',
    'overdue late',
    'stale old',
  ])
  const { problems, problemsTotal } = await readHome(as.owner)
  expect(problemsTotal).toBe(5)
  expect(problems[2]).toMatchObject({ project: 'default', environment: 'production' })
  // The lifetime of release flags is 40 days.
  expect(Math.round((Date.now() - Date.parse(problems[3].at)) / DAY)).toBe(33)
})

test('a flag is mine as a favourite or after a change of mine', async () => {
  expect(await kindsOf(as.editor)).toEqual([])
  await as.editor.post(`${features}/quiet/favorites`)
  expect(await kindsOf(as.editor)).toEqual(['no-traffic quiet'])
  await as.editor.delete(`${features}/quiet/favorites`)
  await as.editor.post(`${features}/foreign/environments/development/on`)
  expect(await kindsOf(as.editor)).toEqual(['no-traffic foreign'])
})

test('a flag that my group owns is mine, and one that I only commented on is not', async () => {
  await as.member.post(`${features}/quiet/comments`, { text: 'Is anyone using this?' })
  expect(await kindsOf(as.member)).toEqual([])
  const users = [{ user: { id: actors.member.id } }]
  const { body: group } = await as.admin.post('/api/admin/groups', { name: 'crew', users })
  await as.admin.put(`${features}/quiet/owner`, { owner: { type: 'group', id: group.id } })
  expect(await kindsOf(as.member)).toEqual(['no-traffic quiet'])
  await as.admin.put(`${features}/quiet/owner`, { owner: { type: 'user', id: actors.owner.id } })
  expect(await kindsOf(as.member)).toEqual([])
})

test('a guard that tripped comes first', async () => {
  const safeguard = {
    id: ulid(),
    flag: 'late',
    environment: 'production',
    metric: JSON.stringify({ metricName: 'errors' }),
    condition: '{}',
    triggered_at: ago(0),
  }
  await db.insertInto('safeguards').values(safeguard).execute()
  const { problems } = await readHome(as.owner)
  expect(problems[0]).toMatchObject({ kind: 'guard-tripped', name: 'late', detail: 'errors' })
  expect(problems.filter(({ name }: { name: string }) => name === 'late')).toHaveLength(1)
})

test('unknown flags of applications in my projects are problems', async () => {
  for (const [appName, project] of [
    ['shop', 'default'],
    ['vault', 'secret'],
  ] as const) {
    await db.insertInto('applications').values({ name: appName }).execute()
    await db
      .insertInto('application_uses')
      .values({ app: appName, project, environment: 'production' })
      .execute()
    await db
      .insertInto('unknown_flags')
      .values({ environment: 'production', name: `typo-${appName}`, app: appName })
      .execute()
  }
  const unknown = async (who: Client) =>
    (await kindsOf(who)).filter((text: string) => text.startsWith('unknown'))
  expect(await unknown(as.owner)).toEqual(['unknown-flag typo-shop'])
  expect(await unknown(as.viewer)).toEqual([])
  await as.viewer.post('/api/admin/projects/default/favorites')
  expect(await unknown(as.viewer)).toEqual(['unknown-flag typo-shop'])
})

test('reviews and people who ask for access wait for those who can decide', async () => {
  const home = '/api/admin/projects/default'
  await as.admin.put(`${home}/environments/production/change-requests/config`, {
    changeRequestsEnabled: true,
  })
  await as.admin.post(features, { name: 'fresh' })
  const { body } = await as.owner.post(`${features}/fresh/environments/production/on`, undefined, {
    headers: { prefer: 'propose' },
  })
  await as.owner.put(`${home}/change-requests/${body.id}/title`, { title: 'Turn on fresh' })
  await as.owner.put(`${home}/change-requests/${body.id}/state`, { state: 'In review' })
  expect((await readHome(as.owner)).waiting).toEqual([])
  expect((await readHome(as.admin)).waiting).toMatchObject([
    {
      kind: 'review',
      id: String(body.id),
      title: 'Turn on fresh',
      environment: 'production',
      given: 0,
      needed: 1,
    },
  ])
  await as.admin.put(`${home}/change-requests/${body.id}/state`, { state: 'Approved' })
  expect((await readHome(as.owner)).waiting).toMatchObject([{ kind: 'apply', given: 1 }])
  await db.insertInto('access_requests').values({ id: ulid(), email: 'new@example.com' }).execute()
  const { waiting, waitingTotal } = await readHome(as.admin)
  expect(waiting.at(-1)).toMatchObject({ kind: 'access-request', title: 'new@example.com' })
  expect(waitingTotal).toBe(2)
  expect((await readHome(as.editor)).waiting).not.toMatchObject([{ kind: 'access-request' }])
})

test('favourites are pinned, and recent flags come back in their order', async () => {
  await as.owner.post(`${features}/late/favorites`)
  await as.owner.post('/api/admin/projects/default/favorites')
  const { pinned, recent } = await readHome(as.owner, '?recent=old,nosuch,secret-flag,busy')
  expect(pinned.projects).toEqual([{ id: 'default', name: 'Default', flags: 6, inReview: 0 }])
  expect(pinned.flags).toMatchObject([{ name: 'late', favorite: true }])
  expect(recent.map(({ name }: { name: string }) => name)).toEqual(['old', 'busy'])
})

test('activity counts changes in each environment and has the latest events', async () => {
  await as.admin.post(`${features}/late/environments/development/on`)
  for (const [period, steps] of [
    ['hour', 60],
    ['day', 48],
    ['week', 56],
  ] as const) {
    const { activity } = await readHome(as.viewer, `?activity=${period}`)
    expect(activity.period).toBe(period)
    const lane = activity.environments.find(({ name }: { name: string }) => name === 'development')
    expect(lane.changes).toHaveLength(steps)
    expect(lane.changes.reduce((sum: number, count: number) => sum + count, 0)).toBeGreaterThanOrEqual(2)
    expect(activity.events[0]).toMatchObject({ featureName: 'late', environment: 'development' })
  }
})

test('steps that are over are counted once, for each viewer what it can see', async () => {
  await as.admin.post(`/api/admin/projects/secret/features/secret-flag/environments/development/off`)
  await as.admin.post(`/api/admin/projects/secret/features/secret-flag/environments/development/on`)
  const read = activityReader()
  const later = Date.now() + 600_000
  const count = async (projects: 'all' | Set<string>) => {
    const caller = { ...system, viewer: { projects, userId: 0 }, may: () => false }
    const { environments } = await read(db as unknown as Reader, caller, 'hour', later)
    return environments.flatMap(({ changes }) => changes).reduce((sum, changes) => sum + changes, 0)
  }
  const [all, own, none] = [await count('all'), await count(new Set(['default'])), await count(new Set())]
  expect(none).toBe(0)
  expect(own).toBeGreaterThan(0)
  expect(all).toBeGreaterThanOrEqual(own + 2)
  await as.admin.post(`${features}/busy/environments/development/on`)
  // These steps are over for this reader, so that it does not look at them again.
  expect(await count('all')).toBe(all)
})

test('the setup ends with the first evaluation', async () => {
  expect((await readHome(as.owner)).setup).not.toBeNull()
  await db.updateTable('flags').set({ last_seen_at: new Date() }).where('name', '=', 'secret-flag').execute()
  expect((await readHome(as.owner)).setup).not.toBeNull()
  expect((await readHome(as.admin)).setup).toBeNull()
  await db.updateTable('flags').set({ last_seen_at: new Date() }).where('name', '=', 'busy').execute()
  expect((await readHome(as.owner)).setup).toBeNull()
})
