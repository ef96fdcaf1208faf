import { useQuery } from '@tanstack/react-query'
import { choicesOf } from '../../../lib/choices.ts'
import { pathOf } from '../../../lib/flagPath.ts'
import { piecesOf, suggest } from '../../../lib/suggestions.ts'
import { flagsCalled } from './queries.ts'

/** Suggests flags of any project for a misspelt name. */
export function useNearFlags(name: string) {
  // The server finds flags that contain any of the pieces.
  const { data, isPending } = useQuery(flagsCalled(piecesOf(name).join(',')))
  const near = suggest(choicesOf({ data: data?.features }), name, (flag) => [flag.name])
  return { near: near.map((flag) => ({ ...flag, path: pathOf(flag) })), isPending }
}
