import type { Bench, Line } from '../bench.ts'
import { percentile, short } from '../numbers.ts'
import { importFlags } from '../site.ts'
import { openStream } from '../stream-reader.ts'
import { toggle } from '../toggles.ts'

const TOGGLES = 200
const P50_MS = 20
const P99_MS = 100

/** Time until a stream on another process receives a change, counted from the response to the change. */
export async function measurePropagation(bench: Bench): Promise<Line[]> {
  const database = await bench.database()
  const [here, there] = [await bench.ours(database), await bench.ours(database)]
  const lines: Line[] = []
  let flags = 0
  for (const size of bench.sizes) {
    await importFlags(here, flags, size)
    flags = size
    const stream = await openStream(there)
    await toggle(here, stream, 20)
    const delays = await toggle(here, stream, bench.quick ? 40 : TOGGLES)
    stream.close()
    const [p50, p99] = [percentile(delays, 0.5), percentile(delays, 0.99)]
    lines.push({
      what: `change to a stream on another process, ${size} flags`,
      unit: 'ms, p50',
      ours: p50,
      reached: `p50 ${short(p50)} ms, p99 ${short(p99)} ms after the response`,
      promised: `${P50_MS} and ${P99_MS} ms`,
      limit: P50_MS,
      held: p50 <= P50_MS && p99 <= P99_MS,
    })
  }
  return lines
}
