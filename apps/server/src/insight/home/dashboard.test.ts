import { expect, test } from 'vitest'
import { makeFlag, makeProject } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { actors, as, db } = await testApp({}, async (before) => {
  await makeProject(before, 'secret', { mode: 'private' })
  await makeProject(before, 'other')
  await makeFlag(before, 'secret-flag', { project: 'secret' })
  await makeFlag(before, 'old', { stale: true })
  await before
    .insertInto('insight_days')
    .values(
      [10, 40].map((days) => ({
        project: 'default',
        day: new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
        measured: true,
        total: 10,
        stale: days / 10,
        overdue: 0,
        initial: 10,
        pre_live: 0,
        live: 0,
        completed: 0,
        experimental: 0,
        release: 10,
        permanent: 0,
        members: 1,
      })),
    )
    .execute()
})
const url = '/api/admin/personal-dashboard'

test('the dashboard has the projects and flags of the caller, and whom to ask', async () => {
  await as.editor.post('/api/admin/projects/default/features', { name: 'own' })
  expect((await as.viewer.get(url)).body).toMatchObject({
    projects: [],
    flags: [],
    admins: [{ id: actors.admin.id, name: 'ada', email: 'ada@example.com' }],
    projectOwners: [{ ownerType: 'user', name: 'olga' }],
  })
  await as.viewer.post('/api/admin/projects/other/favorites')
  await as.viewer.post('/api/admin/projects/default/features/own/favorites')
  await db.insertInto('favorite_projects').values({ user_id: actors.viewer.id, project: 'secret' }).execute()
  await db.insertInto('favorite_flags').values({ user_id: actors.viewer.id, flag: 'secret-flag' }).execute()
  expect((await as.viewer.get(url)).body).toMatchObject({
    projects: [{ id: 'other', featureCount: 0, health: 100, technicalDebt: 0 }],
    flags: [{ name: 'own', project: 'default', type: 'release' }],
  })
  expect((await as.owner.get(url)).body.projects).toMatchObject([{ id: 'default', featureCount: 2 }])
  expect((await as.editor.get(url)).body).toMatchObject({
    projects: [{ id: 'default' }],
    flags: [{ name: 'own' }],
  })
  expect((await as.anonymous.get(url)).status).toBe(401)
})

test('a project of the dashboard has roles, events and health', async () => {
  const { body } = await as.owner.get(`${url}/default`)
  expect(body).toMatchObject({
    owners: [{ ownerType: 'user', name: 'olga' }],
    roles: [{ id: 4, name: 'Owner', type: 'project' }],
    onboardingStatus: { status: 'first-flag-created' },
    insights: {
      avgHealthCurrentWindow: 90,
      avgHealthPastWindow: 60,
      totalFlags: 2,
      activeFlags: 1,
      staleFlags: 1,
      health: 50,
      technicalDebt: 50,
    },
  })
  expect(body.latestEvents.length).toBeGreaterThan(0)
  expect(body.latestEvents[0].summary).toContain('favourites')
  expect((await as.viewer.get(`${url}/other`)).body).toMatchObject({
    owners: [{ ownerType: 'system' }],
    roles: [],
  })
})

test('a project that the caller cannot see is not found', async () => {
  expect((await as.viewer.get(`${url}/secret`)).status).toBe(404)
  expect((await as.viewer.get(`${url}/nosuch`)).status).toBe(404)
  expect((await as.anonymous.get(`${url}/default`)).status).toBe(401)
})
