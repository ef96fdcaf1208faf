import { useQuery } from '@tanstack/react-query'
import { nearest, piecesOf } from '../../../lib/near.ts'
import { flagsCalled } from './findQueries.ts'
import { pathOf } from './path.ts'

/** Flags of any project that somebody who typed this name probably meant. */
export function useNearFlags(name: string) {
  // The server finds what contains any of the pieces.
  const { data, isPending } = useQuery(flagsCalled(piecesOf(name).join(',')))
  const near = nearest(data?.features ?? [], name, (flag) => [flag.name])
  return { near: near.map((flag) => ({ ...flag, path: pathOf(flag) })), isPending }
}
