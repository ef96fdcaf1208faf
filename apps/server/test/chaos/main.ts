import { setTimeout as later } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { check } from './check.ts'
import { faults } from './faults.ts'
import { watchMemory } from './memory.ts'
import { createRandom } from './random.ts'
import { startWorkload } from './workload.ts'
import { createWorld, type World } from './world.ts'

// `pnpm chaos --seeds 10` runs the seeds 1 to 10; `pnpm chaos --seed 7` repeats one; `--faults` sets the number of
// faults per seed, `--only` their kinds. `pnpm chaos --soak 30` runs seeds for 30 minutes without restarting any
// process, and reports memory growth. A seed determines the faults and their duration. Needs a build if `CI` is set.

const { values: given } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '10' },
    from: { type: 'string', default: '1' },
    faults: { type: 'string', default: '3' },
    only: { type: 'string' },
    soak: { type: 'string' },
  },
})
/** Faults that restart a process; a soak excludes them. */
const RESTARTS = ['kill a server', 'stop a server', 'wrong clock', 'kill the edge']
/** Of the memory in use after a collection of garbage, relative to its start. */
const MOST_GROWTH = 1.2
const soakMinutes = Number(given.soak ?? 0)
const all = Object.keys(faults).filter((kind) => soakMinutes === 0 || !RESTARTS.includes(kind))
const kinds = given.only ? given.only.split(',') : all
const unknown = kinds.filter((kind) => !faults[kind])
if (unknown.length > 0) {
  console.error(`there is no fault called ${unknown.join(', ')}; there are ${Object.keys(faults).join(', ')}`)
  process.exit(2)
}
function* seeds() {
  const from = Number(given.from)
  if (given.seed) yield Number(given.seed)
  else if (soakMinutes > 0) for (let seed = from; performance.now() < soakMinutes * 60_000; seed++) yield seed
  else for (let seed = from; seed < from + Number(given.seeds); seed++) yield seed
}

const played = new Map<string, number>(kinds.map((kind) => [kind, 0]))
let changes = 0
let violated = 0
let count = 0
const memory = soakMinutes > 0 ? watchMemory() : undefined

async function play(world: World, seed: number): Promise<string[]> {
  const random = createRandom(seed)
  const chosen = random.some(kinds, Number(given.faults))
  const rows = await world.query<{ name: string; description: string }>('select name, description from flags')
  const work = startWorkload(world, new Map(rows.map(({ name, description }) => [name, description])))
  const told: string[] = []
  try {
    await work.acknowledged(5)
    for (const kind of chosen) {
      told.push(kind)
      await faults[kind]?.({ world, work, random })
      played.set(kind, (played.get(kind) ?? 0) + 1)
      await work.acknowledged(3)
      await later(random.between(0, 300))
    }
    await work.pause()
    return await check(world, work)
  } catch (error) {
    return [`after ${told.join(', ')}: ${error instanceof Error ? error.message : error}`]
  } finally {
    await work.stop()
    changes += work.history.attempts().filter(({ outcome }) => outcome === 'acknowledged').length
    console.log(`seed ${seed}: ${told.join(', ')}`)
  }
}

let interrupted = false
process.once('SIGINT', () => {
  interrupted = true
})
let world: World | undefined
for (const seed of seeds()) {
  if (interrupted) break
  count++
  world ??= await createWorld(memory?.env)
  const violations = await play(world, seed)
  const [one, two] = world.servers
  await memory?.sample({ 'first server': one.pid, 'second server': two.pid, edge: world.edge.pid })
  if (violations.length === 0) continue
  violated++
  for (const violation of new Set(violations)) console.log(`  VIOLATION: ${violation}`)
  if (process.env.TEST_LOG)
    for (const log of [...world.servers.map((server) => server.log()), world.edge.log()]) console.log(log)
  // Start with a new world, so that one failure does not cause the next.
  await world.close()
  world = undefined
}
await world?.close()

console.log(`\n${count} seeds, ${changes} acknowledged changes, ${violated} seeds with a violation`)
for (const [kind, times] of played) if (times > 0) console.log(`  ${String(times).padStart(4)} × ${kind}`)
let grew = false
for (const { name, measure, first, last, perHour } of memory?.report() ?? []) {
  if (measure === 'live') grew ||= last > first * MOST_GROWTH
  console.log(
    `  ${name}, ${measure}: ${first.toFixed(1)} to ${last.toFixed(1)} MB, ${perHour.toFixed(1)} MB an hour`,
  )
}
memory?.close()
if (grew) console.log('memory grows')
process.exit(violated === 0 && !grew ? 0 : 1)
