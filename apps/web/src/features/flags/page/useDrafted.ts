import type { ChangeRequest } from '@flagstaff/contract/requests'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { openRequests } from '../../../lib/drafts.ts'
import { type Drafted, draftedIn, type Planned, plannedIn } from './drafted.ts'
import type { Place } from './queries.ts'

export function useDrafted({ project, flag }: Place, environment: string): Drafted | undefined {
  const data = choicesOf(useQuery(openRequests(project)))
  return useMemo(() => draftedIn(data, flag, environment), [data, flag, environment])
}

/** The requests of the user that are scheduled to change the flag. */
export function usePlanned({ project, flag }: Place, environment: string): readonly Planned[] {
  const data = choicesOf(useQuery(openRequests(project)))
  return useMemo(() => plannedIn(data, flag, environment), [data, flag, environment])
}
