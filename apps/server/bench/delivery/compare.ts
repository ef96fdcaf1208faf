import { load } from './children.ts'
import { cpuSeconds } from './cores.ts'
import type { Load } from './load.ts'
import { median } from './numbers.ts'

export type Contender = {
  name: 'ours' | 'bare' | 'Unleash' | 'older'
  port: number
  pid: number
  requests: string[]
}
type Conditions = {
  rounds: number
  seconds: number
  connections: number
  status: number
  /** What is measured waits for more than the CPU. */
  byTime?: boolean
}

/** Below it, a server was not driven to its end. */
const DRIVEN = 0.93

export type Comparison = {
  of(name: Contender['name']): number | undefined
  /** Ours as a multiple of another. */
  ratio(name: Contender['name']): number
  notes: string[]
}

/** A round alternates this often, and has the best of each: what else the machine does only ever slows. */
const SLICES = 3

const IDLE_MS = 3_000

/** Each in turn, round after round, so that what else the machine does meets them all. */
export async function compare(contenders: Contender[], conditions: Conditions): Promise<Comparison> {
  const { rounds, seconds, connections, status } = conditions
  const loads = new Map<string, Load[][]>(contenders.map(({ name }) => [name, []]))
  const run = ({ port, pid, requests }: Contender, warmUpSeconds: number) =>
    load(
      { port, requests, connections, seconds: seconds / SLICES, statuses: [status], serverPid: pid },
      warmUpSeconds,
    )
  for (const contender of contenders) await run(contender, Math.max(1, seconds))
  const background = await backgroundOf(contenders)
  for (let round = 0; round < rounds; round++) {
    for (const { name } of contenders) loads.get(name)?.push([])
    for (let slice = 0; slice < SLICES; slice++) {
      for (const contender of contenders) {
        loads.get(contender.name)?.[round]?.push(await run(contender, seconds / SLICES / 4))
      }
    }
  }
  const all = (name: string) => (loads.get(name) ?? []).flat()
  const middle = (name: string, pick: (load: Load) => number) => median(all(name).map(pick))
  const idle = contenders.filter(({ name }) => middle(name, ({ serverCore }) => serverCore) < DRIVEN)
  const wrong = contenders.flatMap(({ name }) => {
    const count = all(name).reduce((sum, one) => sum + one.wrong, 0)
    return count > 0 ? [`${name}: ${count} answers were not ${status}`] : []
  })
  // The load was too slow, or somebody else used the core. What an answer costs can still be compared.
  const byCpu = idle.length > 0 && !conditions.byTime
  const speed = (name: string, { perSecond, perCpuSecond }: Load) =>
    byCpu ? 1 / (1 / perCpuSecond - (background.get(name) ?? 0) / perSecond) : perSecond
  const best = (name: string) =>
    (loads.get(name) ?? []).map((slices) => Math.max(...slices.map((slice) => speed(name, slice))))
  const percent = (name: string, pick: (load: Load) => number) => Math.round(100 * middle(name, pick))
  return {
    of: (name) => (loads.has(name) ? median(best(name)) : undefined),
    // Both sides of a round ran while the machine did the same.
    ratio(name) {
      const others = best(name)
      return median(best('ours').map((own, round) => own / (others[round] ?? Number.NaN)))
    },
    notes: [
      ...wrong,
      ...(byCpu ? ['per CPU second of answering, because not every server was fully busy'] : []),
      ...idle.map(
        ({ name }) =>
          `${name} ${percent(name, ({ serverCore }) => serverCore)} % busy, its load ${percent(name, ({ loadCore }) => loadCore)} %`,
      ),
    ],
  }
}

/**
 * The share of a core that each uses without requests. It is the same for each second, so a server that gets a quarter
 * of its core would have four times as much of it in each answer.
 */
async function backgroundOf(contenders: Contender[]): Promise<Map<string, number>> {
  const used = () => contenders.map(({ pid }) => cpuSeconds(pid))
  const [started, before] = [performance.now(), used()]
  await new Promise((done) => setTimeout(done, IDLE_MS))
  const seconds = (performance.now() - started) / 1000
  return new Map(
    used().map((after, index) => [contenders[index]?.name ?? '', (after - (before[index] ?? 0)) / seconds]),
  )
}
