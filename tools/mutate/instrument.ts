import type { Anchor, Mutant } from './mutants.ts'

export type Numbered = Mutant & { id: number }

/** What runs while a module is loaded happens once per process, so the test file that loads it does not cover it. */
const begin = 'globalThis.__mutate && globalThis.__mutate.loading++; '
const end = `
if (globalThis.__mutate) globalThis.__mutate.loading--
function __mutated(id) {
  const state = globalThis.__mutate
  if (state === undefined) return false
  if (state.loading === 0) state.hits?.add(id)
  return state.active === id
}
`

/** The source with all of its mutants compiled in: the active one is chosen by its number when the code runs. */
export function instrument(source: string, mutants: readonly Numbered[]): string {
  const groups = new Map<string, { anchor: Anchor; mutants: Numbered[] }>()
  for (const mutant of mutants) {
    const key = `${mutant.anchor.start}-${mutant.anchor.end}`
    const group = groups.get(key) ?? { anchor: mutant.anchor, mutants: [] }
    group.mutants.push(mutant)
    groups.set(key, group)
  }
  // Outer anchors first.
  const ordered = [...groups.values()].sort(
    (a, b) => a.anchor.start - b.anchor.start || b.anchor.end - a.anchor.end,
  )

  const render = (start: number, end: number, inside: typeof ordered): string => {
    let text = ''
    let at = start
    for (const group of inside) {
      if (group.anchor.start < at) continue
      text += source.slice(at, group.anchor.start)
      const nested = inside.filter(
        (other) =>
          other !== group && other.anchor.start >= group.anchor.start && other.anchor.end <= group.anchor.end,
      )
      text += choose(source, group, render(group.anchor.start, group.anchor.end, nested))
      at = group.anchor.end
    }
    return text + source.slice(at, end)
  }
  return begin + render(0, source.length, ordered) + end
}

function choose(
  source: string,
  { anchor, mutants }: { anchor: Anchor; mutants: Numbered[] },
  original: string,
) {
  const variants = mutants.map(
    ({ id, start, end, text }) =>
      [id, source.slice(anchor.start, start) + text + source.slice(end, anchor.end)] as const,
  )
  if (anchor.statement)
    return `{ ${variants.map(([id, text]) => `if (__mutated(${id})) { ${text} } else `).join('')}{ ${original} } }`
  return `(${variants.map(([id, text]) => `__mutated(${id}) ? (${text}) : `).join('')}(${original}))`
}
