import type { Registration } from '@flagstaff/delivery'
import { type RawBuilder, sql } from 'kysely'
import { storable } from '../../platform/database/text.ts'

/**
 * Names a process. In many SDKs, all processes of a host have one instance ID, or all of a language; a connection ID
 * belongs to one process.
 */
export const processOf = ({ instance, connectionId }: Pick<Registration, 'instance' | 'connectionId'>) =>
  storable(connectionId ? `${instance}\n${connectionId}` : instance)

/** The instance ID in a stored process. */
export const instanceIn = (process: RawBuilder<unknown>) => sql<string>`split_part(${process}, e'\\n', 1)`
