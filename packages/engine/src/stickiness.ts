import { readField, readTopField } from './context.ts'
import type { Context } from './types.ts'

/** Finds the id that keeps a caller in its bucket; undefined when there is none. */
export type StickyId = (context: Context, random: () => number) => string | undefined

const RANDOM_IDS = 10_000

const randomId = (_context: Context, random: () => number): string => `${randomInteger(random, RANDOM_IDS)}`

/** Who asks, unless only chance could say. */
export const callerId = (context: Context): string | undefined =>
  readTopField(context, 'userId') || readTopField(context, 'sessionId') || undefined

/** The usual one: one function for all rules, by which it is known. */
export const defaultId: StickyId = (context, random) => callerId(context) ?? randomId(context, random)

/** A rollout without its sticky field is off, so a missing field stays missing. */
export function rolloutId(stickiness: string): StickyId {
  if (stickiness === 'random') return randomId
  return stickiness === 'default' ? defaultId : (context) => readField(context, stickiness) || undefined
}

/** A variant is always drawn: without its sticky field, by chance. */
export function variantId(stickiness: string): (context: Context, random: () => number) => string {
  if (stickiness === 'random') return randomId
  if (stickiness === 'default') {
    return (context, random) =>
      callerId(context) || readTopField(context, 'remoteAddress') || randomId(context, random)
  }
  return (context, random) => readField(context, stickiness) || randomId(context, random)
}

/** Nothing in the context says who asks. */
export const isAnonymous = (context: Context): boolean => callerId(context) === undefined

/** 1 up to and including `count`. */
export function randomInteger(random: () => number, count: number): number {
  return Math.floor(random() * count) + 1
}
