import type { Decision } from '@flagstaff/engine'
import type { Piece } from '../pieces.ts'
import type { Token } from '../store.ts'

const frontendNames = ['released', 'on', 'all'] as const

/** Which flags a frontend token is told of: those ever turned on in the environment, those on for the context, or all. */
export type FrontendNames = (typeof frontendNames)[number]

/**
 * Providers give the default of the code for a flag they are not told of. So a flag that was released and is turned off
 * again still has to answer, or every kill switch written with the default `true` would be disarmed.
 */
export function maySee(token: Token, names: FrontendNames): (piece: Piece, decision: Decision) => boolean {
  if (token.type !== 'frontend' || names === 'all') return () => true
  if (names === 'on') return (_piece, { result }) => result.enabled
  return ({ doc }) => doc.enabled || doc.released === true
}

/** Undefined for any other word. */
export const readFrontendNames = (text = 'released'): FrontendNames | undefined =>
  frontendNames.find((name) => name === text)
