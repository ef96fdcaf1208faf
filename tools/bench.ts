import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// `pnpm bench` runs all benchmarks, `pnpm bench engine` one of them. Arguments from the first `--` option on are passed
// to the benchmark: `pnpm bench delivery --quick`.

const benches = new Map([
  ['engine', 'packages/engine/bench/engine.ts'],
  ['provider', 'packages/openfeature-provider/bench/provider.ts'],
  ['traffic', 'packages/delivery/bench/traffic.ts'],
  ['frontend', 'packages/delivery/bench/frontend.ts'],
  ['search', 'apps/server/bench/search.ts'],
  ['home', 'apps/server/bench/home.ts'],
  ['time-travel', 'apps/server/bench/time-travel.ts'],
  ['usage', 'apps/server/bench/usage.ts'],
  ['comparison', 'apps/server/bench/comparison.ts'],
  ['writes', 'apps/server/bench/writes.ts'],
  ['changes', 'apps/server/bench/changes.ts'],
  ['code', 'apps/server/bench/code.ts'],
  ['radius', 'apps/server/bench/radius.ts'],
  ['impact', 'apps/server/bench/impact.ts'],
  ['delivery', 'apps/server/bench/delivery/main.ts'],
  ['older', 'apps/server/bench/older.ts'],
  ['integrations', 'apps/server/bench/integrations.ts'],
  ['insights', 'apps/server/bench/insights.ts'],
  ['growth', 'apps/server/bench/growth/main.ts'],
  ['backbone', 'apps/server/bench/backbone/main.ts'],
  ['event-parts', 'apps/server/bench/event-parts.ts'],
  ['fleet', 'apps/server/bench/fleet/main.ts'],
])
const given = process.argv.slice(2)
const firstOption = given.findIndex((word) => word.startsWith('--'))
const asked = firstOption < 0 ? given : given.slice(0, firstOption)
const options = given.slice(asked.length)
const unknown = asked.filter((name) => !benches.has(name))
if (unknown.length > 0) {
  console.error(
    `there is no benchmark called ${unknown.join(', ')}; there are ${[...benches.keys()].join(', ')}`,
  )
  process.exit(2)
}
for (const [name, file] of benches) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n== ${name}`)
  const { status } = spawnSync(process.execPath, ['--conditions=source', file, ...options], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
