import type { Reader } from '../../../../platform/database/database.ts'

/** The charts, of those given, that a safeguard uses. They cannot be changed or deleted. */
export const isUsedBySafeguard = async (
  _read: Reader,
  _charts: readonly string[],
): Promise<ReadonlySet<string>> => new Set()
