import { readFileSync } from 'node:fs'

type Sample = { minutes: number; megabytes: number }

/** How much memory processes hold over time, and whether it grows. */
export type Memory = {
  sample(pids: Readonly<Record<string, number>>): void
  /** Of each process: what it held at first and at last, and the slope between. The warm-up does not count. */
  report(): { name: string; first: number; last: number; perHour: number }[]
}

const WARM_UP = 1 / 3

export function watchMemory(): Memory {
  const began = performance.now()
  const samples = new Map<string, Sample[]>()
  return {
    sample(pids) {
      for (const [name, pid] of Object.entries(pids)) {
        const held = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
        const known = samples.get(name) ?? []
        samples.set(name, known)
        known.push({ minutes: (performance.now() - began) / 60_000, megabytes: held })
      }
    },
    report: () =>
      [...samples].map(([name, all]) => {
        const counted = all.slice(Math.floor(all.length * WARM_UP))
        const half = Math.ceil(counted.length / 2)
        return {
          name,
          first: median(counted.slice(0, half)),
          last: median(counted.slice(-half)),
          perHour: slope(counted) * 60,
        }
      }),
  }
}

const median = (samples: Sample[]): number =>
  samples.map(({ megabytes }) => megabytes).sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0

/** Megabytes a minute, by least squares. */
function slope(samples: Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [minutes, megabytes] = [mean((s) => s.minutes), mean((s) => s.megabytes)]
  const across = mean((s) => (s.minutes - minutes) * (s.megabytes - megabytes))
  const along = mean((s) => (s.minutes - minutes) ** 2)
  return along === 0 ? 0 : across / along
}
