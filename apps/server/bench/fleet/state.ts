/** What a reader knows: for each flag, its JSON. */
export type State = Map<string, string>

type Named = { name: string }

/** The flags in the body of an answer: definitions for an SDK, evaluated ones for a browser. */
export function stateOf(body: string): State {
  const read = JSON.parse(body) as { features?: Named[]; toggles?: Named[]; events?: { features: Named[] }[] }
  const flags = read.features ?? read.toggles ?? read.events?.flatMap(({ features }) => features) ?? []
  return new Map(flags.map((flag) => [flag.name, JSON.stringify(flag)]))
}

export const asText = (state: State): string =>
  JSON.stringify([...state].sort(([a], [b]) => (a < b ? -1 : 1)))

/** The names of the flags that are not the same. */
export function differences(own: State, truth: State): string {
  const names = new Set([...own.keys(), ...truth.keys()])
  return [...names].filter((name) => own.get(name) !== truth.get(name)).join(', ')
}
