import { load } from './children.ts'
import type { Load } from './load.ts'
import { median } from './numbers.ts'

export type Contender = { name: 'ours' | 'bare' | 'Unleash'; port: number; pid: number; requests: string[] }
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

/** Each in turn, round after round, so that what else the machine does meets them all. */
export async function compare(contenders: Contender[], conditions: Conditions): Promise<Comparison> {
  const { rounds, seconds, connections, status } = conditions
  const loads = new Map<string, Load[]>()
  const run = ({ port, pid, requests }: Contender, warmUpSeconds: number) =>
    load(
      { port, requests, connections, seconds: seconds / SLICES, statuses: [status], serverPid: pid },
      warmUpSeconds,
    )
  for (const contender of contenders) await run(contender, Math.max(1, seconds))
  for (let round = 0; round < rounds; round++) {
    const best = new Map<string, Load>()
    for (let slice = 0; slice < SLICES; slice++) {
      for (const contender of contenders) {
        const result = await run(contender, seconds / SLICES / 4)
        best.set(contender.name, better(best.get(contender.name), result))
      }
    }
    for (const [name, result] of best) loads.set(name, [...(loads.get(name) ?? []), result])
  }
  const middle = (name: string, pick: (load: Load) => number) => {
    const some = loads.get(name)
    return some && median(some.map(pick))
  }
  const idle = contenders.filter(({ name }) => (middle(name, ({ serverCore }) => serverCore) ?? 0) < DRIVEN)
  const wrong = contenders.flatMap(({ name }) => {
    const count = (loads.get(name) ?? []).reduce((sum, one) => sum + one.wrong, 0)
    return count > 0 ? [`${name}: ${count} answers were not ${status}`] : []
  })
  // The load was too slow, or somebody else used the core. What an answer costs can still be compared.
  const byCpu = idle.length > 0 && !conditions.byTime
  const speed = ({ perSecond, perCpuSecond }: Load) => (byCpu ? perCpuSecond : perSecond)
  const percent = (name: string, pick: (load: Load) => number) => Math.round(100 * (middle(name, pick) ?? 0))
  return {
    of: (name) => middle(name, speed),
    ratio: (name) => (middle('ours', speed) ?? Number.NaN) / (middle(name, speed) ?? Number.NaN),
    notes: [
      ...wrong,
      ...(byCpu ? ['per CPU second, because not every server was fully busy'] : []),
      ...idle.map(
        ({ name }) =>
          `${name} ${percent(name, ({ serverCore }) => serverCore)} % busy, its load ${percent(name, ({ loadCore }) => loadCore)} %`,
      ),
    ],
  }
}

/** The faster one; whatever was wrong in either stays to be told. */
function better(known: Load | undefined, other: Load): Load {
  if (!known) return other
  const [best, rest] = other.perSecond > known.perSecond ? [other, known] : [known, other]
  return { ...best, wrong: best.wrong + rest.wrong }
}
