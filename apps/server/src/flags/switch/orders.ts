import type { Order } from '../../platform/commands.ts'

type Switched = { project: string; environment: string; flags: readonly string[] }

/** Named, not imported: the switch itself uses rules, and rules switch flags off and, when undone, on again. */
export const switchOn = (input: Switched): Order => ({ command: 'flag.enable', input })
