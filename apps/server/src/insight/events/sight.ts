import type { Caller, Viewer } from '../../platform/write/actor.ts'

/**
 * The part of the log a caller can see: `everything`, or only events of projects; always limited to visible projects.
 */
export type Sight = { viewer: Viewer; everything: boolean }

export const sightOf = (caller: Caller): Sight => ({
  viewer: caller.viewer,
  everything: caller.may('READ_LOGS', {}),
})
