import type { Caller } from './actor.ts'
import { type Authority, authorities } from './authorities.ts'
import type { Tx } from './write.ts'

/** Gives a change an authority. Only code that carries out reviewed or configured changes may import this file. */
export const authorise = (tx: Tx, authority: Authority) => {
  authorities.set(tx, authority)
}

/** The same change with the permissions of another caller. */
export const withCaller = (tx: Tx, caller: Caller): Tx => ({ ...tx, caller })
