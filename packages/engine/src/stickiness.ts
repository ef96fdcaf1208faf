import { readField, readTopField } from './context.ts'
import type { Context } from './types.ts'

/** Finds the id that keeps a user in the same bucket; undefined if the context has none. */
export type StickyId = (context: Context, random: () => number) => string | undefined

const RANDOM_IDS = 10_000

const randomId = (_context: Context, random: () => number): string => `${randomInteger(random, RANDOM_IDS)}`

/** The user or session id; undefined if the context has neither. */
export const callerId = (context: Context): string | undefined =>
  readTopField(context, 'userId') || readTopField(context, 'sessionId') || undefined

/** The default stickiness; a shared function, so that it can be recognised by identity. */
export const defaultId: StickyId = (context, random) => callerId(context) ?? randomId(context, random)

/** A rollout without its sticky field is off, so a missing field is not replaced. */
export function rolloutId(stickiness: string): StickyId {
  if (stickiness === 'random') return randomId
  return stickiness === 'default' ? defaultId : (context) => readField(context, stickiness) || undefined
}

/** A variant is always chosen: at random without its sticky field. */
export function variantId(stickiness: string): (context: Context, random: () => number) => string {
  if (stickiness === 'random') return randomId
  if (stickiness === 'default') {
    return (context, random) =>
      callerId(context) || readTopField(context, 'remoteAddress') || randomId(context, random)
  }
  return (context, random) => readField(context, stickiness) || randomId(context, random)
}

/** Whether the context has no user or session id. */
export const isAnonymous = (context: Context): boolean => callerId(context) === undefined

/** From 1 to `count`, inclusive. */
export function randomInteger(random: () => number, count: number): number {
  return Math.floor(random() * count) + 1
}
