import { percentile, short } from '../delivery/numbers.ts'
import { machine, writeSection } from '../delivery/page.ts'
import { plotWays } from './plot.ts'

/** How long each change took to the other region, in ms, ascending. */
export type Way = { title: string; delays: number[] }

export const WIRE_MS = 40
/** What is promised of the backbone. */
export const LIMITS = [
  { share: 0.5, ms: WIRE_MS + 10 },
  { share: 0.99, ms: WIRE_MS + 100 },
]

/** The section about another region on the page of measurements, with its picture. */
export function writePage(ways: Way[], load: number) {
  const rows = ways.map(({ title, delays }) => {
    const cells = [0.5, 0.9, 0.99, 1].map((share) => short(percentile(delays, share)))
    return `| ${title} | ${cells.join(' | ')} |`
  })
  const [median, high] = LIMITS.map(({ ms }) => ms)
  const text = `\`pnpm bench backbone\` measures how long a change takes to another region: over the [backbone](../using-flagstaff/deploy/backbone.md), and over a stream of HTTP for the same changes. A server, PostgreSQL and the NATS hub are in one region. In the other, behind a wire of ${WIRE_MS} ms in each direction, are a NATS leaf and two edges, each with an SDK on a stream. It was run on ${new Date().toISOString().slice(0, 10)}, on ${machine()}, with a load of ${load.toFixed(1)} before it.

The ${short(ways[0]?.delays.length ?? 0)} changes were made one after the other. The times count from the response to the change until the SDK has it, in ms. The goals of the backbone are ${median} ms at p50 and ${high} ms at p99.

| | p50 | p90 | p99 | most |
| --- | ---: | ---: | ---: | ---: |
${rows.join('\n')}

![Share of the changes that have arrived after a time, over the backbone and over HTTP](/measurements/backbone.svg)`
  writeSection('Changes in another region', text, { 'backbone.svg': plotWays(ways, WIRE_MS) })
}
