import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { openRequests } from '../../../lib/drafts.ts'
import { type Drafted, draftedIn } from './drafted.ts'
import type { Place } from './queries.ts'

export function useDrafted({ project, flag }: Place, environment: string): Drafted | undefined {
  const data = choicesOf(useQuery(openRequests(project)))
  return useMemo(() => draftedIn(data, flag, environment), [data, flag, environment])
}
