import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { published } from '../../test/cluster/check.ts'
import { makeProject } from '../../test/fixtures.ts'
import { testApp } from '../../test/kit.ts'

const { app, as, db } = await testApp()
const projects = ['default', 'other']
const flags = ['a', 'b', 'c', 'd', 'e']

/** A seeded random generator: the choices are reproducible, but not how concurrent requests interleave. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % sides
  }
}
const roll = dice(11)
const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T

async function act(): Promise<number> {
  const project = pick(projects)
  const at = `/api/admin/projects/${project}`
  const flag = `${at}/features/${pick(flags)}`
  const newProjectId = projects.find((one) => one !== project)
  const some = flags.filter(() => roll(2) === 0)
  const changes = [
    () => as.admin.post(`${flag}/dependencies`, { feature: pick(flags), enabled: roll(2) === 0 }),
    () => as.admin.post(`${flag}/dependencies`, { feature: pick(flags) }),
    () => as.admin.delete(`${flag}/dependencies`),
    () => as.admin.post(`${flag}/changeProject`, { newProjectId }),
    () => as.admin.post(`${at}/move`, { features: some, newProjectId }),
    () => as.admin.delete(flag),
    () => as.admin.post(`${at}/archive`, { features: some }),
    () => as.admin.post(`/api/admin/archive/revive/${pick(flags)}`),
    () => as.admin.post(`${flag}/lifecycle/complete`, { status: pick(['kept', 'discarded']) }),
    () => as.admin.post(`${flag}/lifecycle/uncomplete`),
    () => as.admin.post(`${flag}/clone`, { name: `copy-${roll(1e6)}` }),
    () => as.admin.post(`${flag}/link`, { url: 'example.com' }),
  ]
  return (await pick(changes)()).status
}

test('concurrent changes never create an invalid dependency, and delivery matches the database', async () => {
  await makeProject(db, 'other')
  for (const name of flags) await as.admin.post(`/api/admin/projects/${pick(projects)}/features`, { name })
  const answers: number[] = []
  for (let round = 0; round < 45; round++) {
    answers.push(...(await Promise.all(Array.from({ length: 10 }, act))))
  }
  expect(answers.filter((status) => status >= 500)).toEqual([])
  expect(answers.filter((status) => status < 300).length).toBeGreaterThan(60)

  const { rows: broken } = await sql`
    select d.child, d.parent from flag_dependencies d
    join flags c on c.name = d.child join flags p on p.name = d.parent
    where c.project <> p.project or c.archived_at is not null or p.archived_at is not null
      or exists (select from flag_dependencies above where above.child = d.parent)`.execute(db)
  expect(broken).toEqual([])
  const states = await published(app.database)
  expect(states.live).toEqual(states.compiled)
})
