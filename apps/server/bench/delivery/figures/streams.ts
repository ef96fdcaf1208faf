import { execFileSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Bench, Line } from '../bench.ts'
import { endChild, startChild } from '../children.ts'
import { now } from '../clock.ts'
import { memory } from '../cores.ts'
import { flagName } from '../flags.ts'
import { short } from '../numbers.ts'
import { importFlags, setFlag } from '../site.ts'
import type { Opened, Told } from '../stream-crowd.ts'

const STREAMS = 10_000
const FLAGS = 350
const MOST_MIB = 512
const MOST_MS = 1_000
/** Files that a process has open anyway. */
const RESERVE = 200

/** Many streams on one core: their cost, and how soon the last one receives a change. */
export async function measureStreams(bench: Bench): Promise<Line[]> {
  const site = await bench.ours(await bench.database())
  await importFlags(site, 0, FLAGS)
  const files = Number(execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' })) || Infinity
  const streams = Math.min(bench.quick ? 1_000 : STREAMS, files - RESERVE)
  const child = startChild('stream-crowd.ts', { port: site.port, token: site.backend, streams })
  bench.after(() => endChild(child))
  if (!child.stdout) throw new Error('nothing to read from')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const started = now()
  const { refused } = JSON.parse((await lines.next()).value ?? '{}') as Opened
  const openSeconds = (now() - started) / 1000
  await setFlag(site, flagName(0), 'on')
  const answered = now()
  const { last } = JSON.parse((await lines.next()).value ?? '{}') as Told
  const ms = Math.max(0, last - answered)
  const { now: used, most } = memory(site.pid)
  const count = streams.toLocaleString('en')
  return [
    {
      what: `${count} streams on one core, ${FLAGS} flags`,
      unit: 'MiB',
      ours: most,
      reached: `at most ${short(most)} MiB (${short(used)} afterwards); the last stream was notified after ${short(ms)} ms`,
      promised: `${MOST_MIB} MiB, ${short(MOST_MS)} ms`,
      limit: MOST_MIB,
      held: most <= MOST_MIB && ms <= MOST_MS && (bench.quick || streams === STREAMS),
      notes: [
        `opened in ${short(openSeconds)} s, including the initial data; ${refused} were told to retry later`,
        ...(streams < STREAMS && !bench.quick
          ? [`only ${count}: this machine allows ${files} open files`]
          : []),
      ],
    },
  ]
}
