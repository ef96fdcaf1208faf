import { managers } from './managers.ts'
import type { Tx } from './write.ts'

/** Makes a change in the name of an owner of flag files. Only code that applies or undoes plans may import this file. */
export const manageAs = (tx: Tx, owner: string) => {
  managers.set(tx, owner)
}
