import type { Bench, Line } from '../bench.ts'
import { cpuSeconds } from '../cores.ts'
import { flagName } from '../flags.ts'
import { median, share, short } from '../numbers.ts'
import { ask } from '../requests.ts'
import { importFlags, type Site, setFlag } from '../site.ts'
import { openStream, type StreamReader } from '../stream-reader.ts'
import { toggle } from '../toggles.ts'

const TOGGLES = 200
const POLLS = 10
const MOST = 1.5

/** The process that streams is another one than the process that writes, so that only delivery is counted. */
type Pair = { writer: Site; streamer: Site; stream: StreamReader }

/** CPU that one change costs a process with one stream and nobody who polls, with few flags and with many. */
export async function measureChangeCost(bench: Bench): Promise<Line[]> {
  const sizes = bench.quick ? ([100, 1_000] as const) : ([100, 10_000] as const)
  const [few, many] = [await pairWith(bench, sizes[0]), await pairWith(bench, sizes[1])]
  const costs = { few: [] as number[], many: [] as number[] }
  for (let round = 0; round < bench.rounds; round++) {
    costs.few.push(await costOfChange(few))
    costs.many.push(await costOfChange(many))
  }
  const [low, high] = [median(costs.few), median(costs.many)]
  const joined = await costOfPoll(many, 'identity')
  const compressed = await costOfPoll(many, 'gzip')
  const count = (size: number) => size.toLocaleString('en')
  return [
    {
      what: `CPU of a change to a stream, ${count(sizes[1])} flags`,
      unit: 'µs',
      ours: high,
      reached: `${share(high / low)} times that with ${count(sizes[0])} flags (${short(low)} µs)`,
      promised: `at most ${MOST} times`,
      limit: MOST * low,
      held: high / low <= MOST,
      notes: [
        `for comparison: building the body of ${count(sizes[1])} flags for a polling client takes ${short(joined)} µs, and compressing it ${short(compressed)} µs`,
      ],
    },
  ]
}

async function pairWith(bench: Bench, flags: number): Promise<Pair> {
  const database = await bench.database()
  const [writer, streamer] = [await bench.ours(database), await bench.ours(database)]
  await importFlags(writer, 0, flags)
  const stream = await openStream(streamer)
  bench.after(stream.close)
  await toggle(writer, stream, TOGGLES / 2)
  return { writer, streamer, stream }
}

/** In microseconds, without other work of the process. */
async function costOfChange({ writer, streamer, stream }: Pair): Promise<number> {
  const idle = await idleCpu(streamer)
  const [started, before] = [performance.now(), cpuSeconds(streamer.pid)]
  await toggle(writer, stream, TOGGLES)
  const seconds = (performance.now() - started) / 1000
  return ((cpuSeconds(streamer.pid) - before - idle * seconds) / TOGGLES) * 1e6
}

async function idleCpu({ pid }: Site): Promise<number> {
  const before = cpuSeconds(pid)
  await new Promise((done) => setTimeout(done, 1_000))
  return cpuSeconds(pid) - before
}

/** What the first reader after a change costs. */
async function costOfPoll({ writer, streamer, stream }: Pair, encoding: string): Promise<number> {
  const costs: number[] = []
  for (let turn = 0; turn < POLLS; turn++) {
    await setFlag(writer, flagName(0), turn % 2 === 0 ? 'on' : 'off')
    await stream.next()
    const before = cpuSeconds(streamer.pid)
    await ask(`${streamer.url}/api/client/features`, {
      authorization: streamer.backend,
      'accept-encoding': encoding,
    })
    costs.push((cpuSeconds(streamer.pid) - before) * 1e6)
  }
  return median(costs)
}
