import { changeLines } from '@flagstaff/contract/event-change-lines'
import { eventTexts } from '@flagstaff/contract/event-texts'
import type { EventType } from '@flagstaff/contract/event-types'
import { type Difference, limited, resultOf } from './differences.ts'
import { isWhole } from './kinds.ts'

/** What an event says about an object before and after it. */
export type Content = { revision: number; type: EventType; data: unknown; preData: unknown }

/** The net difference of an object from its events, oldest first. */
export function foldContents(events: readonly Content[]): Difference {
  const whole = events.filter(({ type }) => isWhole(type))
  const [first, last] = [whole[0], whole.at(-1)]
  const own = first && last ? changeLines({ preData: first.preData, data: last.data }) : []
  const others = Map.groupBy(
    events.filter(({ type }) => !isWhole(type)),
    ({ type }) => type,
  )
  const lines = [...own, ...[...others].flatMap(([type, list]) => linesOf(type, list))]
  const result = first && last ? resultOf(first.preData, last.data, lines) : resultOf(true, true, lines)
  // A new object is described by its name. All of its fields would be too much to read.
  if (result === 'created' || result === 'removed') return { result, lines: limited(lines.slice(own.length)) }
  return { result, lines: limited(lines) }
}

function linesOf(type: EventType, events: readonly Content[]): string[] {
  const [first, last] = [events[0], events.at(-1)]
  const label = labelOf(type)
  if (!/-updated$/.test(type) || !first?.preData || !last?.data) return [label]
  return changeLines({ preData: first.preData, data: last.data }).map((line) => `${label}: ${line}`)
}

export const labelOf = (type: EventType): string => eventTexts[type][0]

/** The events whose content decides the net difference: the first and last of each type. */
export function decisive<E extends { revision: number; type: EventType }>(events: readonly E[]): E[] {
  const families = Map.groupBy(events, ({ type }) => (isWhole(type) ? 'whole' : type))
  return [...families.values()].flatMap((list) => {
    const sorted = list.toSorted((a, b) => a.revision - b.revision)
    const [first, last] = [sorted[0], sorted.at(-1)]
    return first && last && first !== last ? [first, last] : first ? [first] : []
  })
}
