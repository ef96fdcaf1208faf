import type { Change, Delays, Environment, Phase, Seen } from './plan.ts'

export type Arrivals = ReturnType<typeof createArrivals>

/** When streams of an address went from one revision to another. Three numbers each, since there are millions. */
export function createArrivals(environment: Environment, url: string) {
  const numbers: number[] = []
  return {
    environment,
    url,
    add(at: number, from: number, to: number) {
      numbers.push(at, from, to)
    },
    /** Calls `use` for each change that a stream saw. Changes are sorted by revision. */
    each(changes: readonly Change[], use: (change: Change, delay: number) => void) {
      for (let index = 0; index < numbers.length; index += 3) {
        const [at = 0, from = 0, to = 0] = numbers.slice(index, index + 3)
        for (let next = firstAbove(changes, from); next < changes.length; next++) {
          const change = changes[next] as Change
          if (change.revision > to) break
          use(change, Math.max(0, at - change.at))
        }
      }
    },
  }
}

function firstAbove(changes: readonly Change[], revision: number): number {
  let [low, high] = [0, changes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((changes[middle] as Change).revision > revision) high = middle
    else low = middle + 1
  }
  return low
}

/** How long the changes of each phase and of each second took to the streams. */
export function summarize(
  all: readonly Arrivals[],
  { changes, phases }: { changes: Change[]; phases: Phase[] },
): Seen {
  const start = Math.min(...changes.map(({ at }) => at))
  const byPhase = phases.map(() => new Map<string, number[]>())
  const bySecond = new Map<number, number[]>()
  for (const arrivals of all) {
    const own = changes.filter((one) => one.environment === arrivals.environment)
    arrivals.each(own, ({ at }, delay) => {
      const phase = byPhase[phases.findIndex(({ from, to }) => at >= from && at < to)]
      if (phase) push(phase, arrivals.url, delay)
      push(bySecond, Math.floor((at - start) / 1000), delay)
    })
  }
  return {
    phases: byPhase.map((phase) => ({
      ...toDelays([...phase.values()].flat()),
      byAddress: [...phase].map(([name, delays]) => ({ name, delays: toDelays(delays) })),
    })),
    seconds: [...bySecond]
      .sort(([a], [b]) => a - b)
      .map(([second, delays]) => ({ second, delays: toDelays(delays) })),
  }
}

function push<Key>(groups: Map<Key, number[]>, key: Key, value: number) {
  const group = groups.get(key)
  if (group) group.push(value)
  else groups.set(key, [value])
}

function toDelays(delays: readonly number[]): Delays {
  const sorted = Float64Array.from(delays).sort()
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), most: at(1) }
}
