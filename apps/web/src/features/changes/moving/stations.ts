import type { Move, MovePlan } from '@flagstaff/contract/moving'

export const stations = ['connect', 'plan', 'import', 'compare', 'switch'] as const
export type Station = (typeof stations)[number]

/** What every station gets. The token is only kept in the memory of the page. */
export type StationProps = { move: Move; token: string; onToken: (token: string) => void }

export const isRunning = ({ phase }: Pick<Move, 'phase'>): boolean =>
  phase === 'planning' || phase === 'importing' || phase === 'comparing'

/** Where the move stands. A failed step is shown where it can be repeated. */
export function stationOf({ phase, plan, imported, comparison }: Move): Station {
  if (phase === 'none' || phase === 'planning') return 'connect'
  if (phase === 'planned') return 'plan'
  if (phase === 'importing' || phase === 'imported') return 'import'
  if (phase === 'comparing' || phase === 'compared') return 'compare'
  return comparison ? 'compare' : imported ? 'import' : plan ? 'plan' : 'connect'
}

export type DifferingFlag = { name: string; fields: string[] }

/** Flags that differ, with the fields in all their environments. */
export function differingFlags({ differences }: Pick<MovePlan, 'differences'>): DifferingFlag[] {
  const flags = new Map<string, Set<string>>()
  for (const { kind, name, environment, fields } of differences) {
    if (kind !== 'flag' && kind !== 'environment') continue
    const known = flags.get(name) ?? new Set()
    for (const field of fields) known.add(kind === 'environment' ? `${environment} ${field}` : field)
    flags.set(name, known)
  }
  return [...flags].map(([name, fields]) => ({ name, fields: [...fields] }))
}

/** How many objects an import would write. */
export const toWrite = ({ rows }: Pick<MovePlan, 'rows'>): number =>
  rows.reduce((sum, { create, update }) => sum + create + update, 0)
