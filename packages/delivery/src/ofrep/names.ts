import type { Decision } from '@flagstaff/engine'
import type { Piece } from '../pieces.ts'
import type { Token } from '../store.ts'

const frontendNames = ['released', 'on', 'all'] as const

/** Which flags a frontend token gets: those ever turned on in the environment, those on for the context, or all. */
export type FrontendNames = (typeof frontendNames)[number]

/**
 * Providers use the default in the code for a flag that they do not get. So a flag that was released and is off again
 * must be returned, or every kill switch with the default `true` would stop working.
 */
export function maySee(token: Token, names: FrontendNames): (piece: Piece, decision: Decision) => boolean {
  if (token.type !== 'frontend' || names === 'all') return () => true
  if (names === 'on') return (_piece, { result }) => result.enabled
  return ({ isReleased }) => isReleased
}

/** Undefined for an invalid value. */
export const readFrontendNames = (text = 'released'): FrontendNames | undefined =>
  frontendNames.find((name) => name === text)
