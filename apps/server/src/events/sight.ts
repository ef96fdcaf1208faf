import type { Caller, Viewer } from '../platform/actor.ts'

/** What somebody sees of the log: `everything`, or only what happened in projects. Both within what they see at all. */
export type Sight = { viewer: Viewer; everything: boolean }

export const sightOf = (caller: Caller): Sight => ({
  viewer: caller.viewer,
  everything: caller.may('READ_LOGS', {}),
})
