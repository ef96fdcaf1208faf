import fc from 'fast-check'
import { evaluateAll, evaluateOn } from '../src/evaluate.ts'
import { compile, type Ruleset } from '../src/ruleset.ts'
import type { Context, Result } from '../src/types.ts'
import { columnWorlds } from './column-worlds.ts'
import { type World, worlds } from './generators.ts'
import { at, host, tools } from './tools.ts'

export type Tally = { compared: number; on: number; variants: number; random: number }

/** What happens to each flag and segment before the second comparison. */
type Edit = 'keep' | 'replace' | 'remove' | 'removeAndAdd'

const edits = fc.array(fc.constantFrom<Edit>('keep', 'replace', 'remove', 'removeAndAdd'), {
  minLength: 20,
  maxLength: 20,
})

/**
 * Compares the columns with evaluating flag by flag, for generated flags and contexts: the same flags in the same
 * order, the same results, and as many random draws. Then some flags and segments are edited, and it
 * compares again.
 */
export function compareColumns({ runs, seed }: { runs: number; seed?: number }): Tally {
  const tally: Tally = { compared: 0, on: 0, variants: 0, random: 0 }
  for (const drawn of [columnWorlds, worlds]) {
    fc.assert(
      fc.property(drawn, drawn, edits, (before, after, plan) => {
        const ruleset = compile(before, { ...tools, hostname: host })
        compareContexts(ruleset, before.contexts, tally)
        edit(ruleset, after, plan)
        compareContexts(ruleset, after.contexts, tally)
      }),
      { numRuns: runs, ...(seed === undefined ? {} : { seed }) },
    )
  }
  return tally
}

function edit(ruleset: Ruleset, { features, segments }: World, plan: readonly Edit[]) {
  for (const [index, flag] of features.entries()) {
    const step = plan[index]
    if (step === 'remove' || step === 'removeAndAdd') ruleset.removeFlag(flag.name)
    if (step === 'replace' || step === 'removeAndAdd') ruleset.setFlag(flag)
  }
  for (const [index, segment] of segments.entries()) {
    const step = plan[index]
    if (step === 'remove') ruleset.removeSegment(segment.id)
    else if (step !== 'keep') ruleset.setSegment(segment)
  }
}

function compareContexts(ruleset: Ruleset, contexts: readonly Context[], tally: Tally) {
  for (const [index, context] of contexts.entries()) {
    const value = (index % 10) / 10
    const [one, other] = [constantRandom(value), constantRandom(value)]
    const expected = [...evaluateAll(ruleset, context, { ...at, random: one.next })]
    const on = expected.filter(([, { enabled }]) => enabled)
    const visited: [string, Result][] = []
    evaluateOn({ ruleset, context, at: { ...at, random: other.next } }, ({ name }, result) =>
      visited.push([name, result]),
    )
    const isSame =
      on.length === visited.length &&
      on.every(([name, result], index) => visited[index]?.[0] === name && visited[index]?.[1] === result)
    if (!isSame || one.drawn() !== other.drawn())
      throw new Error(`differs: ${JSON.stringify({ on, visited, context }, null, 1)}`)
    tally.compared += expected.length
    tally.on += on.length
    tally.variants += on.filter(([, { variant }]) => variant.enabled).length
    tally.random += one.drawn()
  }
}

/** The same number each time: flags that are off may be skipped, so the order of the draws can differ. */
function constantRandom(value: number) {
  let drawn = 0
  return {
    next: () => {
      drawn += 1
      return value
    },
    drawn: () => drawn,
  }
}
