import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from './until.ts'

type Sample = { minutes: number; live: number; resident: number }
type Measure = 'live' | 'resident'
export type Growth = { name: string; measure: Measure; first: number; last: number; perHour: number }

/** Records the memory of processes over time, in megabytes, to detect leaks. */
export type Memory = {
  /** The environment with which a process must be started to be measured. */
  readonly env: Record<string, string>
  sample(pids: Readonly<Record<string, number>>): Promise<void>
  /** The first and last memory of each process and the slope between them, without the warm-up. */
  report(): Growth[]
  close(): void
}

const WARM_UP = 1 / 3
const MEGABYTE = 1024 * 1024
const heap = fileURLToPath(new URL('./heap.mjs', import.meta.url))

export function watchMemory(): Memory {
  const began = performance.now()
  const folder = process.env.HEAP_FOLDER ?? mkdtempSync(join(tmpdir(), 'flagstaff-heap-'))
  const samples = new Map<string, Sample[]>()
  /** What is left after a collection of garbage; garbage that nobody has collected yet is no leak. */
  const live = async (pid: number): Promise<number> => {
    const file = join(folder, String(pid))
    rmSync(file, { force: true })
    process.kill(pid, 'SIGUSR2')
    await until('a process has collected its garbage', () => existsSync(file))
    const { heapUsed, external } = JSON.parse(readFileSync(file, 'utf8'))
    return (heapUsed + external) / MEGABYTE
  }
  return {
    env: { NODE_OPTIONS: `--expose-gc --import ${heap}`, HEAP_FOLDER: folder },
    async sample(pids) {
      for (const [name, pid] of Object.entries(pids)) {
        const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
        const earlier = samples.get(name) ?? []
        samples.set(name, earlier)
        const minutes = (performance.now() - began) / 60_000
        earlier.push({ minutes, live: await live(pid), resident: kilobytes / 1024 })
      }
    },
    report: () =>
      [...samples].flatMap(([name, all]) => {
        const counted = all.slice(Math.floor(all.length * WARM_UP))
        const half = Math.ceil(counted.length / 2)
        return (['live', 'resident'] as const).map((measure) => ({
          name,
          measure,
          first: median(counted.slice(0, half).map((sample) => sample[measure])),
          last: median(counted.slice(-half).map((sample) => sample[measure])),
          perHour: slope(counted.map((sample) => [sample.minutes, sample[measure]])) * 60,
        }))
      }),
    close: () => {
      if (!process.env.HEAP_FOLDER) rmSync(folder, { recursive: true, force: true })
    },
  }
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** By least squares. */
function slope(points: [x: number, y: number][]): number {
  const mean = (of: (point: [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean((point) => point[0]), mean((point) => point[1])]
  const across = mean((point) => (point[0] - x) * (point[1] - y))
  const along = mean((point) => (point[0] - x) ** 2)
  return along === 0 ? 0 : across / along
}
