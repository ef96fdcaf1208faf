import { short } from '../delivery/numbers.ts'
import { machine, writeSection } from '../delivery/page.ts'
import { UPGRADE } from './faults.ts'
import { REGIONS, type Region } from './plan.ts'
import { plotFleet } from './plot.ts'
import type { Result } from './run.ts'

const titles: Record<Region, string> = {
  home: 'Home: the region of the servers',
  west: 'West: behind a wire of 40 ms',
}

/** The section about the fleet on the page of measurements, with its picture. */
export function writePage(result: Result) {
  const { phases, regions, start } = result
  const curves = regions.map(({ region, seen }) => ({ region, title: titles[region], seconds: seen.seconds }))
  writeSection('A fleet in two regions', toSection(result), { 'fleet.svg': plotFleet(curves, phases, start) })
}

function toSection({ options, start, phases, regions, changes, counts, usage, seconds, load }: Result) {
  const readers = regions.reduce((sum, { verdict }) => sum + verdict.readers, 0)
  const polls = regions.reduce((sum, { verdict }) => sum + verdict.polls, 0)
  const acknowledged = counts.reduce((sum, one) => sum + one.acknowledged, 0)
  const stored = counts.reduce((sum, one) => sum + one.stored, 0)
  const upgrade = options.from ? 'from an older build, with its migrations' : 'to the same build'
  const rows = phases.map(({ name, from, to }, index) => {
    const what = name === UPGRADE ? `${name}, ${upgrade}` : name
    const cells = REGIONS.flatMap((one) => {
      const delays = regions.find(({ region }) => region === one)?.seen.phases[index]
      return [short(delays?.p50 ?? Number.NaN), short(delays?.p99 ?? Number.NaN)]
    })
    return `| ${what} | ${Math.round((to - from) / 1000)} | ${cells.join(' | ')} |`
  })
  const processes = usage.map(
    ({ name, cpuSeconds, mebibytes }) =>
      `| ${name} | ${short((cpuSeconds / seconds) * 100)} | ${short(mebibytes)} |`,
  )
  return `\`pnpm bench fleet\` runs a fleet on one machine: three servers, an edge over HTTP and two on the [backbone](../using-flagstaff/deploy/backbone.md) in the region _home_, and three edges on the backbone in the region _west_, behind a wire of 40 ms. ${short(readers)} simulated SDKs poll, stream, evaluate and report counts. Flags change 10 times a second. It was run on ${new Date(start).toISOString().slice(0, 10)}, on ${machine()}, with a load of ${load.before.toFixed(1)} before it. All processes share these cores, the SDKs included.

Each row is the time from the request for a change until the streams of a region have it, in ms. A server is killed with \`kill -9\`, and _west_ is cut off for 20 s: there the changes of these seconds arrive after the cut.

| Phase | Seconds | home, p50 | home, p99 | west, p50 | west, p99 |
| --- | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}

![Time until a change is seen in two regions, second by second](/measurements/fleet.svg)

Afterwards, each reader was compared with a server that had read the database only then. Of ${short(readers)} readers, ${regions.reduce((sum, { verdict }) => sum + verdict.wrong.length, 0)} were wrong, after ${short(changes)} changes and ${short(polls)} polls. ${short(acknowledged)} counts were acknowledged, and ${short(stored)} are stored.${stored > acknowledged ? ' The others are of reports whose response was lost.' : ''}

| Process | % of a core | MiB |
| --- | ---: | ---: |
${processes.join('\n')}
`
}
