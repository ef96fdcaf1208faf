import type { ChangeRequest } from '@flagstaff/contract/requests'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { openRequests } from '../../../lib/drafts.ts'
import { type Drafted, draftedIn } from './drafted.ts'
import type { Place } from './queries.ts'

const none: readonly ChangeRequest[] = []

export function useDrafted({ project, flag }: Place, environment: string): Drafted | undefined {
  const { data = none } = useQuery(openRequests(project))
  return useMemo(() => draftedIn(data, flag, environment), [data, flag, environment])
}
