import { expect, test } from 'vitest'
import { codeKit } from '../../../test/code.ts'
import { type Answer, testApp } from '../../../test/kit.ts'

const kit = await testApp()
const { as, db } = kit
const { project, apply, file, plan, planAndApply, state } = codeKit(kit, kit.as.owner)
await as.owner.put(`${project}/environments/production/change-requests/config`, {
  changeRequestsEnabled: true,
  requiredApprovals: 1,
})

const content = (rollout: number, enabled = true) => ({
  environments: {
    development: { enabled, rules: [{ rollout }] },
    production: { enabled, rules: [{ rollout }] },
  },
})
const files = (rollout: number, enabled = true) => ({
  owner: 'shop',
  source: { commit: '4f2a91c' },
  flags: [file('reviewed', content(rollout, enabled))],
})
const request = (id: number) => `${project}/change-requests/${id}`
const decide = async (id: number, to: string) => {
  const { edition } = (await as.admin.get(request(id))).body
  return as.admin.put(`${request(id)}/state`, { state: to, edition })
}

test('changes in a protected environment become a change request, others are made at once', async () => {
  const planned = await plan(files(50))
  expect(planned.requests).toEqual([{ project: 'default', environment: 'production' }])
  const { requests } = await apply(planned.id)
  expect(requests).toMatchObject([{ project: 'default', environment: 'production' }])
  expect(await state('reviewed', 'development')).toMatchObject({ enabled: true })
  expect(await state('reviewed', 'production')).toMatchObject({ enabled: false, strategies: [] })
  const { body } = await as.viewer.get(request(requests[0].id))
  expect(body).toMatchObject({ state: 'In review', title: 'shop at 4f2a91c' })

  const waiting = await plan(files(50))
  expect(waiting).toMatchObject({ parts: 0, items: [{ action: 'waiting', request: requests[0].id }] })

  await decide(requests[0].id, 'Approved')
  await decide(requests[0].id, 'Applied')
  expect(await state('reviewed', 'production')).toMatchObject({ enabled: true })
  expect(await plan(files(50))).toMatchObject({ items: [], errors: [] })
})

test('a rejected request is not proposed again by the same file', async () => {
  const { requests } = await planAndApply(files(60))
  await decide(requests[0].id, 'Rejected')
  expect((await plan(files(60))).items).toMatchObject([{ action: 'drift', environment: 'production' }])
  const again = await planAndApply(files(70))
  expect(again.requests).toHaveLength(1)
  await decide(again.requests[0].id, 'Approved')
  await decide(again.requests[0].id, 'Applied')
})

test('a new flag that stays off needs no review, and archiving one that is on does', async () => {
  const beside = file('quiet', { description: 'x', environments: { production: { enabled: false } } })
  const created = await planAndApply({ ...files(70), flags: [...files(70).flags, beside] })
  expect(created.requests).toEqual([])
  expect(await state('quiet', 'production')).toMatchObject({ enabled: false })
  const { id } = await plan({ ...files(70), flags: [beside], config: { default: { remove: 'archive' } } })
  const { requests } = await apply(id, { allowMany: true })
  expect(requests).toHaveLength(1)
  const row = await db
    .selectFrom('flags')
    .select('archived_at')
    .where('name', '=', 'reviewed')
    .executeTakeFirst()
  expect(row?.archived_at).toBeNull()
})

test('more changes than a request can hold become several requests, each reviewed separately', async () => {
  const many = (rollout: number) => ({
    owner: 'many',
    source: { commit: 'b7d04e1' },
    flags: Array.from({ length: 130 }, (_, index) =>
      file(`many-${index}`, { environments: { production: { enabled: true, rules: [{ rollout }] } } }),
    ),
  })
  const { requests } = await planAndApply(many(50))
  const ids: number[] = requests.map(({ id }: { id: number }) => id)
  const bodies = await Promise.all(ids.map(async (id) => (await as.viewer.get(request(id))).body))
  expect(bodies.map(({ title, state: at }) => `${title}: ${at}`)).toEqual(
    ids.map((_, index) => `many at b7d04e1 (${index + 1} of ${ids.length}): In review`),
  )
  const held = bodies.map(({ features }) => features.map(({ name }: { name: string }) => name))
  expect(ids.length).toBeGreaterThan(2)
  expect(new Set(held.flat()).size).toBe(130)
  expect(held.flat()).toHaveLength(130)

  await decide(ids[0] ?? 0, 'Approved')
  await decide(ids[0] ?? 0, 'Applied')
  await decide(ids[1] ?? 0, 'Rejected')
  const { items } = await plan(many(50))
  const flagsWith = (action: string) =>
    new Set(items.flatMap((item: Answer['body']) => (item.action === action ? item.name : [])))
  expect(flagsWith('drift')).toEqual(new Set(held[1]))
  expect(flagsWith('waiting')).toEqual(new Set(held.slice(2).flat()))
  expect(await state(held[0]?.[0], 'production')).toMatchObject({ enabled: true })
})

test('a file that changes again is added to the requests that it opened, so only its newest version is applied', async () => {
  const content = (rollout: number) =>
    Array.from({ length: 60 }, (_, index) =>
      file(`again-${index}`, { environments: { production: { enabled: true, rules: [{ rollout }] } } }),
    )
  const first = await planAndApply({ owner: 'again', flags: content(100) })
  const second = await planAndApply({ owner: 'again', flags: content(5) })
  expect(first.requests.length).toBeGreaterThan(1)
  expect(second.requests).toEqual(first.requests)
  for (const { id } of second.requests) {
    await decide(id, 'Approved')
    await decide(id, 'Applied')
  }
  for (const name of ['again-0', 'again-59']) {
    const { enabled, strategies } = await state(name, 'production')
    const rollouts = strategies.map(({ parameters }: Answer['body']) => parameters.rollout)
    expect([enabled, rollouts]).toEqual([true, ['5']])
  }
})
