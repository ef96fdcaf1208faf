import { MOST_CONTEXTS, MOST_EXAMPLES } from '@flagstaff/contract/radius'
import type { Context } from '@flagstaff/engine'
import type { TimeSlice } from '../../insight/playground/index.ts'
import { type StoredBatch, toContexts } from '../../instance/index.ts'
import type { Evaluator, Witness } from './evaluate.ts'
import { createWorkClock } from './work-clock.ts'

type Counts = Map<string, number>

/** A changed context with where it was seen. */
export type Seen = Witness & { original: Context; application: string; seenAt: Date }

/** Weighted counts of what changes. They add up to `changed`, except `moves` if several flags change. */
export type Tally = {
  contexts: number
  changed: number
  unknown: number
  moves: Counts
  applications: Map<string, { contexts: number; changed: number }>
  /** By field and value; null stands for contexts without the field. */
  fields: Map<string, Map<string | null, number>>
  examples: Seen[]
  /** Milliseconds of evaluation. */
  worked: number
}

type Around = {
  evaluator: Evaluator
  /** The fields to count by. */
  by: readonly string[]
  turn: TimeSlice
  /** Milliseconds of evaluation after which the part done so far is returned. */
  most: number
}

/** Evaluates the newest contexts. */
export async function tallyUp(batches: readonly StoredBatch[], around: Around): Promise<Tally> {
  const { evaluator, by, turn, most } = around
  const clock = createWorkClock(turn, most)
  const tally: Tally = {
    contexts: 0,
    changed: 0,
    unknown: 0,
    moves: new Map(),
    applications: new Map(),
    fields: new Map(by.map((name) => [name, new Map()])),
    examples: [],
    worked: 0,
  }
  const examples = createExamples()
  for (const batch of batches) {
    const contexts = toContexts(batch)
    const application = tally.applications.get(batch.app) ?? { contexts: 0, changed: 0 }
    tally.applications.set(batch.app, application)
    for (let index = contexts.length - 1; index >= 0; index--) {
      const original = contexts[index]
      if (!original) continue
      const part = evaluator.part(original, (witness) =>
        examples.offer({ ...witness, original, application: batch.app, seenAt: batch.seenAt }),
      )
      tally.contexts += 1
      application.contexts += 1
      tally.unknown += part.unknown
      if (part.changed > 0) {
        tally.changed += part.changed
        application.changed += part.changed
        for (const [move, weight] of part.moves) add(tally.moves, move, weight)
        for (const [name, counts] of tally.fields)
          add(counts, batch.fields[name]?.[index] ?? null, part.changed)
      }
      const isOver = clock.isOver()
      if (tally.contexts >= MOST_CONTEXTS || (isOver && (await isOver)))
        return { ...tally, worked: clock.worked(), examples: examples.chosen() }
    }
  }
  return { ...tally, worked: clock.worked(), examples: examples.chosen() }
}

const add = <Key>(counts: Map<Key, number>, key: Key, weight: number) =>
  counts.set(key, (counts.get(key) ?? 0) + weight)

/** Keeps some contexts of every move and application. */
function createExamples() {
  const lists = new Map<string, Seen[]>()
  return {
    offer(seen: Seen) {
      const key = JSON.stringify([seen.move, seen.application])
      const list = lists.get(key) ?? []
      lists.set(key, list)
      if (list.length < MOST_EXAMPLES && list.at(-1)?.original !== seen.original) list.push(seen)
    },
    /** In turns, so that frequent ones do not hide the others. */
    chosen(): Seen[] {
      const all = [...lists.values()]
      return Array.from({ length: MOST_EXAMPLES }, (_, index) => all.flatMap((list) => list[index] ?? []))
        .flat()
        .slice(0, MOST_EXAMPLES)
    },
  }
}
