import fc from 'fast-check'
import { sql } from 'kysely'
import { flagAging } from '../../src/flags/aging/jobs.ts'
import { listReplayed, readKnowledge, readPresent } from '../../src/insight/insights/fill-queries.ts'
import { withForgotten } from '../../src/insight/insights/forgotten.ts'
import { listCurrent } from '../../src/insight/insights/queries.ts'
import { replay } from '../../src/insight/insights/replay.ts'
import type { Answer, TestApp } from '../kit.ts'

/** How often each kind of step is taken. */
const kinds = {
  create: 12,
  archive: 3,
  revive: 3,
  delete: 2,
  move: 3,
  stale: 3,
  fresh: 1,
  type: 3,
  complete: 3,
  uncomplete: 1,
  undo: 2,
  use: 4,
  join: 1,
  'recreate project': 1,
}
type Kind = keyof typeof kinds
const weighted = Object.entries(kinds).map(([kind, weight]) => ({
  weight,
  arbitrary: fc.constant(kind as Kind),
}))
const step = fc.record({
  kind: fc.oneof(...weighted),
  flag: fc.nat({ max: 5 }),
  project: fc.nat({ max: 1 }),
  type: fc.constantFrom('release', 'experiment', 'kill-switch', 'operational'),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

export const histories = fc.array(step, { minLength: 10, maxLength: 40 })

const admin = '/api/admin'

/** Makes changes over HTTP; those that are refused are part of the history too. */
export function startHistories({ app, as, actors, db }: TestApp) {
  let run = 0
  let lastUndo = ''
  const keep = ({ headers }: Answer) => {
    lastUndo = String(headers['x-undo'] ?? '')
  }
  const projectOf = async (flag: string) =>
    (await db.selectFrom('flags').select('project').where('name', '=', flag).executeTakeFirst())?.project ??
    'first'

  async function take({ kind, type, ...one }: Step) {
    const project = one.project === 0 ? 'first' : 'second'
    const name = `flag-${run}-${one.flag}`
    const home = `${admin}/projects/${await projectOf(name)}`
    const flag = `${home}/features/${name}`
    switch (kind) {
      case 'create':
        return keep(await as.admin.post(`${admin}/projects/${project}/features`, { name, type }))
      case 'archive':
        return keep(await as.admin.delete(flag))
      case 'revive':
        return keep(await as.admin.post(`${admin}/archive/revive/${name}`))
      case 'delete':
        return keep(await as.admin.delete(`${admin}/archive/${name}`))
      case 'move':
        return keep(await as.admin.post(`${flag}/changeProject`, { newProjectId: project }))
      case 'stale':
      case 'fresh':
        return keep(await as.admin.post(`${home}/stale`, { features: [name], stale: kind === 'stale' }))
      case 'type':
        return keep(await as.admin.put(flag, { name, type }))
      case 'complete':
        return keep(await as.admin.post(`${flag}/lifecycle/complete`, { status: 'kept' }))
      case 'uncomplete':
        return keep(await as.admin.post(`${flag}/lifecycle/uncomplete`))
      case 'undo':
        return keep(await as.admin.post(`${admin}/undo/${lastUndo}`))
      case 'use':
        return use(name, flag, one.project === 0 ? 'development' : 'production')
      case 'join':
        await as.admin.post(`${admin}/projects/${project}/users/${actors.member.id}/roles/5`)
        return
      case 'recreate project':
        await recreate(project)
    }
  }

  async function use(name: string, flag: string, environment: string) {
    await as.admin.post(`${flag}/environments/${environment}/on`)
    await sql`select enter_stages(array[${name}], array[${environment}])`.execute(db)
  }

  async function recreate(project: string) {
    const home = `${admin}/projects/${project}`
    const rows = await db.selectFrom('flags').select('name').where('project', '=', project).execute()
    await as.admin.post(`${home}/archive`, { features: rows.map(({ name }) => name) })
    await as.admin.delete(home)
    await makeProject(project)
  }
  const makeProject = (id: string) => as.admin.post(`${admin}/projects`, { id, name: id })

  return {
    async start() {
      await makeProject('first')
      await makeProject('second')
      // Flags of this type are overdue at once, once the job has seen them.
      await db.updateTable('flag_types').set({ lifetime_days: 0 }).where('id', '=', 'experiment').execute()
    },
    /** The stocks that the tables have now, those that the log leads to, and those that half of the log leads to. */
    async walk(steps: readonly Step[]) {
      run += 1
      for (const one of steps) await take(one)
      for (const job of flagAging(app.handles)) await job.run()
      const { read } = app.database
      const tables = await listCurrent(read, ['first', 'second'])
      const until = new Date()
      const events = await listReplayed(read)
      const half = withForgotten(events.slice(events.length / 2), await readPresent(read))
      const knowledge = await readKnowledge(read)
      const rowsOf = (all: typeof events) => sorted(replay({ events: all, knowledge, until }).filter(wanted))
      const today = until.toISOString().slice(0, 10)
      const wanted = (row: { project: string; day: string }) =>
        row.day === today && ['first', 'second'].includes(row.project)
      const sorted = <Row extends { project: string }>(list: readonly Row[]) =>
        [...list].sort((a, b) => (a.project < b.project ? -1 : 1))
      return { tables: sorted(tables.filter(wanted)), log: rowsOf(events), half: rowsOf(half) }
    },
  }
}
