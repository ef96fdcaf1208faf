import { setTimeout as later } from 'node:timers/promises'
import type { Activity } from './activities/activity.ts'
import { chooseActivities, openActivities } from './activities/all.ts'
import { check } from './check.ts'
import { watchMemory } from './memory.ts'
import { readOptions } from './options.ts'
import { restOf, saveProgress } from './progress.ts'
import { createRandom } from './random.ts'
import { startWorkload, type Workload } from './workload.ts'
import { createWorld, type World } from './world.ts'

// `pnpm chaos --seeds 10` runs the seeds 1 to 10; `pnpm chaos --seed 7` repeats one; `--faults` sets the number of
// faults per seed, `--only` their kinds, `--work` the kinds of work. `--from 120 --seeds 80` runs a range, and
// `--resume` goes on with the last one, after the last seed that ended. `--budget 20000` gives requests more
// time than in production, for a machine that is busy. `--with disk,backbone,old` adds a disk that
// fills, NATS, and a server of the build in `OLD_BUILD`. `pnpm chaos --soak 30` runs seeds for 30 minutes without
// restarting any process, and reports memory growth. A seed determines the faults, their duration and the work. Needs a
// build if `CI` is set.

/** Of the memory in use after a collection of garbage, relative to its start. */
const MOST_GROWTH = 1.2
/** Of violations per seed: one cause can have hundreds. */
const MOST_SHOWN = 40
const options = readOptions()
const { soakMinutes } = options
const kinds = Object.keys(options.faults)
let progress = options.progress

function* seeds() {
  const from = progress?.next ?? options.from
  const last = progress?.last ?? Number.POSITIVE_INFINITY
  for (let seed = from; seed <= last; seed++) {
    if (soakMinutes > 0 && performance.now() >= soakMinutes * 60_000) return
    yield seed
  }
}

const played = new Map<string, number>(kinds.map((kind) => [kind, 0]))
const worked = new Map<string, number>()
let changes = 0
let count = 0
let violated = progress?.violated.length ?? 0
const memory = soakMinutes > 0 ? watchMemory() : undefined

async function play(world: World, seed: number): Promise<string[]> {
  const random = createRandom(seed)
  const chosen = random.some(kinds, options.faultsPerSeed)
  const works = chooseActivities(options.activities, seed)
  let opened: Activity[] = []
  let work: Workload | undefined
  const told: string[] = []
  const violations: string[] = []
  try {
    opened = await openActivities(world, works)
    work = startWorkload(world, await readValues(world), opened)
    await work.acknowledged(5)
    for (const kind of chosen) {
      told.push(kind)
      await options.faults[kind]?.({ world, work, random })
      played.set(kind, (played.get(kind) ?? 0) + 1)
      await work.acknowledged(3)
      await later(random.between(0, 300))
    }
    await work.pause()
    await check(world, work, violations)
  } catch (error) {
    violations.push(`after ${told.join(', ')}: ${error instanceof Error ? error.message : error}`)
  } finally {
    await work?.stop()
    const attempts = work?.history.attempts() ?? []
    changes += attempts.filter(({ outcome }) => outcome === 'acknowledged').length
    for (const [index, kind] of works.entries())
      worked.set(kind, (worked.get(kind) ?? 0) + (opened[index]?.acknowledged() ?? 0))
    console.log(`seed ${seed}: ${told.join(', ')}; ${works.join(', ')}`)
  }
  return violations
}

/** The values that the flags of the writers have now. */
async function readValues(world: World): Promise<Map<string, string>> {
  const rows = await world.query<{ name: string; description: string }>(
    'select name, description from flags where name = any($1)',
    [world.flags],
  )
  return new Map(rows.map(({ name, description }) => [name, description]))
}

let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    interrupted = true
  })
let world: World | undefined
for (const seed of seeds()) {
  if (interrupted) break
  count++
  world ??= await createWorld(options.extras, { ...options.env, ...memory?.env })
  const violations = await play(world, seed)
  const [one, two] = world.servers
  await memory?.sample({ 'first server': one.pid, 'second server': two.pid, edge: world.edge.pid })
  if (violations.length > 0) {
    violated++
    const different = [...new Set(violations)]
    for (const violation of different.slice(0, MOST_SHOWN)) console.log(`  VIOLATION: ${violation}`)
    if (different.length > MOST_SHOWN) console.log(`  and ${different.length - MOST_SHOWN} more`)
    if (process.env.TEST_LOG)
      for (const log of [...world.servers.map((server) => server.log()), world.edge.log()]) console.log(log)
    // Start with a new world, so that one failure does not cause the next.
    await world.close()
    world = undefined
  }
  if (!progress) continue
  const failed = violations.length > 0 ? [seed] : []
  progress = { ...progress, next: seed + 1, violated: [...progress.violated, ...failed] }
  saveProgress(progress)
}
await world?.close()

console.log(`\n${count} seeds, ${changes} acknowledged changes, ${violated} seeds with a violation`)
for (const [kind, times] of [...played, ...worked])
  if (times > 0) console.log(`  ${String(times).padStart(4)} × ${kind}`)
if (progress && progress.violated.length > 0) console.log(`violations: ${progress.violated.join(', ')}`)
const rest = progress && restOf(progress)
if (rest) console.log(`next: ${rest}`)
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
