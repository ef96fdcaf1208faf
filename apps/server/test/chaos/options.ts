import { parseArgs } from 'node:util'
import { activities } from './activities/all.ts'
import { extraFaults } from './extra-faults.ts'
import { type ExtraKind, extraKinds, oldBuild } from './extras.ts'
import { type Fault, faults } from './faults.ts'
import { type Progress, readProgress } from './progress.ts'

/** Faults that restart a process; a soak excludes them. */
const RESTARTS = ['kill a server', 'stop a server', 'wrong clock', 'kill the edge']

export type Options = {
  /** Undefined for a soak, which has no last seed. */
  progress: Progress | undefined
  from: number
  soakMinutes: number
  faultsPerSeed: number
  faults: Readonly<Record<string, Fault>>
  activities: readonly string[]
  extras: ReadonlySet<ExtraKind>
  /** The environment of servers. */
  env: Readonly<Record<string, string>>
}

export function readOptions(): Options {
  const { values: given } = parseArgs({
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string', default: '10' },
      from: { type: 'string', default: '1' },
      resume: { type: 'boolean', default: false },
      faults: { type: 'string', default: '3' },
      only: { type: 'string' },
      work: { type: 'string' },
      budget: { type: 'string' },
      with: { type: 'string', default: '' },
      soak: { type: 'string' },
    },
  })
  const soakMinutes = Number(given.soak ?? 0)
  const named = choose('part of the world', [...extraKinds], given.with || 'none', ['none'])
  const extras = new Set(extraKinds.filter((kind) => named.includes(kind) && (kind !== 'old' || oldBuild)))
  const all = Object.assign({}, faults, ...[...extras].map((kind) => extraFaults[kind])) as typeof faults
  const usual = Object.keys(all).filter((kind) => soakMinutes === 0 || !RESTARTS.includes(kind))
  const kinds = given.only ? choose('fault', Object.keys(all), given.only) : usual
  const from = Number(given.seed ?? given.from)
  const last = given.seed ? from : from + Number(given.seeds) - 1
  return {
    progress:
      soakMinutes > 0 ? undefined : given.resume ? readProgress() : { next: from, last, violated: [] },
    from,
    soakMinutes,
    faultsPerSeed: Number(given.faults),
    faults: Object.fromEntries(kinds.map((kind) => [kind, all[kind] as Fault])),
    // A soak measures memory, so nothing may become more from seed to seed.
    activities: soakMinutes > 0 ? [] : choose('work', Object.keys(activities), given.work ?? '', ['none']),
    extras,
    env: given.budget ? { REQUEST_BUDGET_MS: given.budget } : {},
  }
}

/** The names in a list with commas; all of them if it is empty. */
function choose(
  what: string,
  all: readonly string[],
  list: string,
  others: readonly string[] = [],
): string[] {
  const names = list === '' ? [...all] : list.split(',')
  const unknown = names.filter((name) => !all.includes(name) && !others.includes(name))
  if (unknown.length === 0) return names.filter((name) => all.includes(name))
  process.stderr.write(`there is no ${what} called ${unknown.join(', ')}; there are ${all.join(', ')}\n`)
  process.exit(2)
}
