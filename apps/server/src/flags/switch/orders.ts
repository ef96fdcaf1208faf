import type { Order } from '../../platform/write/commands.ts'

type Switched = { project: string; environment: string; flags: readonly string[] }

/** By name, to avoid a circular import: the switch uses rules, and rules turn flags off, and on again when undone. */
export const switchOn = (input: Switched): Order => ({ command: 'flag.enable', input })
