import { openDatabase } from '../../src/platform/database/database.ts'
import { findBreak, published, revisions } from '../cluster/check.ts'
import { BACKEND_TOKEN } from '../cluster/server.ts'
import { countsIn } from './faults.ts'
import { until } from './until.ts'
import type { Workload } from './workload.ts'
import { textOf, type World } from './world.ts'

type Values = Map<string, string>
const equal = (a: Values, b: Values) =>
  a.size === b.size && [...a].every(([flag, value]) => b.get(flag) === value)
const show = (values: Values, wanted: Values) =>
  [...wanted]
    .filter(([flag, value]) => values.get(flag) !== value)
    .map(([flag, value]) => `${flag} is ${values.get(flag)}, not ${value}`)
    .join('; ')

/** Checks all invariants once the system is quiet, and adds what violates them. Throws on a timeout. */
export async function check(world: World, work: Workload, violations: string[]): Promise<void> {
  for (const [index, server] of world.servers.entries()) {
    await until(`server ${index} is ready`, async () => {
      const { body } = await server.call('GET', '/ready')
      return (body.health === 'GOOD' && body.writes === 'accepted') || JSON.stringify(body)
    })
  }
  // First what still changes flags: scheduled requests are carried out.
  violations.push(...work.violations)
  for (const activity of work.activities) violations.push(...(await activity.violations()))
  const truth: Values = new Map(
    (await world.query<{ name: string; description: string }>('select name, description from flags')).map(
      (flag) => [flag.name, textOf(flag)],
    ),
  )
  violations.push(...work.history.violations(truth))
  const refused = new Set(
    work.history
      .attempts()
      .filter(({ outcome }) => outcome === 'refused')
      .map(({ flag, value }) => `${flag} ${value}`),
  )
  violations.push(
    ...[...work.seen].filter((shown) => refused.has(shown)).map((s) => `${s} was refused, and served`),
  )

  for (const { name, url } of world.places())
    await until(`the ${name} serves what the database has`, async () => {
      const served = await fetchValues(url)
      return equal(served, truth) || show(served, truth)
    })
  for (const { name, sdk } of world.sdks)
    await until(`the ${name} has what the database has`, () => {
      const held: Values = new Map(
        sdk
          .getFeatureToggleDefinitions()
          .map((flag) => [flag.name, textOf(flag as { description?: string })]),
      )
      return equal(held, truth) || show(held, truth)
    })
  for (const [channel, { least }] of world.counts.bounds())
    await until(`counts by ${channel} arrive`, async () => {
      const stored = (await countsIn(world)).get(channel) ?? 0
      return stored >= least || `${stored} of ${least}`
    })
  // Checked last, when no request is pending any more.
  const stored = await countsIn(world)
  for (const [channel, { most }] of world.counts.bounds())
    if ((stored.get(channel) ?? 0) > most)
      violations.push(`${stored.get(channel)} counts by ${channel}, at most ${most} were sent`)

  for (const [index, server] of world.servers.entries()) {
    const { comparison } = (await server.call('GET', '/ready')).body
    // A comparison that hung during a fault delays the next one, and the text then says when the last one was.
    if (!/^(equal|not compared yet)/.test(comparison)) violations.push(`server ${index}: ${comparison}`)
    const bad = /unhandled|uncaught|TypeError|ReferenceError/i.exec(server.log())
    if (bad) violations.push(`the log of server ${index} has ${bad[0]}`)
  }
  await until('no transaction is left open', async () => {
    const left = await world.query(
      "select 1 from pg_stat_activity where state like 'idle in transaction%' and application_name like 'flagstaff%'",
    )
    return left.length === 0 || `${left.length} are`
  })
  violations.push(...(await checkDatabase(world)))
}

async function checkDatabase(world: World): Promise<string[]> {
  const database = openDatabase({ url: world.postgres.url, poolSize: 2 })
  try {
    const found: string[] = []
    const all = await revisions(database)
    if (all.length !== all.at(-1) || all.some((revision, index) => revision !== index + 1))
      found.push('the revisions have gaps')
    const broken = await findBreak(database)
    if (broken !== undefined) found.push(`the chain of events is broken at ${broken}`)
    const { live, compiled } = await published(database)
    if (JSON.stringify(live) !== JSON.stringify(compiled))
      found.push('what is published is not what the tables say')
    return found
  } finally {
    await database.close()
  }
}

async function fetchValues(url: string): Promise<Values> {
  const response = await fetch(`${url}/api/client/features`, {
    headers: { authorization: BACKEND_TOKEN, 'unleash-client-spec': '5.2.0' },
  })
  const body = (await response.json()) as { features: { name: string; description?: string | null }[] }
  return new Map(body.features.map((flag) => [flag.name, textOf(flag)]))
}
