import { expect } from 'vitest'
import { codeKit } from './code.ts'
import type { TestApp } from './kit.ts'

const WRITERS = 20

/** Applies files while people change the same flags, and returns how many changes were overwritten. */
export async function applyBesideWriters(kit: TestApp, rounds: number) {
  const { apply, file, plan, planAndApply, turn } = codeKit(kit)
  const names = Array.from({ length: WRITERS }, (_, index) => `crowd-${index}`)
  const files = (rollout: number) => ({
    owner: 'crowd',
    overwrite: names,
    flags: names.map((name) =>
      file(name, { environments: { production: { enabled: true, rules: [{ rollout: rollout % 101 }] } } }),
    ),
  })
  await planAndApply(files(0))
  const counts = { applied: 0, refused: 0, overwritten: 0 }
  for (let round = 1; round <= rounds; round++) {
    const { id, basis } = await plan(files(round))
    const writers = (count: number) =>
      Promise.all(names.slice(0, count).map((name, index) => turn(name, (index + round) % 2 ? 'on' : 'off')))
    // In every third round there is at most one person; otherwise some are done before, and some are not.
    if (round % 3 !== 0) await writers(round % WRITERS)
    const [{ error }] = await Promise.all([apply(id), writers(round % 3 === 0 ? round % 2 : WRITERS)])
    if (error) expect(error.code).toBe('planOutdated')
    counts[error ? 'refused' : 'applied'] += 1
    if (!error) counts.overwritten += await countOverwritten(kit, basis, names)
  }
  return counts
}

/** Changes of people after the basis and before the events of the files. */
async function countOverwritten({ db }: TestApp, basis: number, names: readonly string[]) {
  const events = await db
    .selectFrom('events')
    .select(['flag', 'group_type'])
    .where('revision', '>', basis)
    .where('flag', 'in', [...names])
    .where('environment', '=', 'production')
    .orderBy('revision')
    .execute()
  const applied = events.findIndex(({ group_type }) => group_type === 'transaction')
  const written = new Set(
    events.filter((event) => event.group_type === 'transaction').map(({ flag }) => flag),
  )
  return events.slice(0, Math.max(applied, 0)).filter(({ flag }) => written.has(flag)).length
}
