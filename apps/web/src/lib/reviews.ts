import type { Permission } from '@flagstaff/contract/permissions'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { t } from '../messages/en.ts'
import { type Refusal, uiConfig, useRefusals } from './session.ts'

/** How a change that needs a review is offered. */
export type ReviewOffer = { maySkip: boolean }

export type Reviewed = { name: string; protected?: boolean; offIsFree?: boolean }

type Way = {
  /** Why the user cannot even propose it. */
  refusal: Refusal
  /** Set if the change goes to a draft. */
  review: ReviewOffer | undefined
}

/**
 * Whether a change in an environment is made at once or proposed. Proposing needs no permission: the review replaces it.
 * `onlyLowers` marks what helps in an incident, which is free in some protected environments.
 */
export function useReviews(project: string) {
  const refusalFor = useRefusals()
  const { maintenanceMode = false } = useSuspenseQuery(uiConfig).data
  return useCallback(
    (environment: Reviewed, permission: Permission, { onlyLowers = false } = {}): Way => {
      const place = { project, environment: environment.name }
      const refusal = refusalFor(permission, place)
      const isFree = onlyLowers && environment.offIsFree && !refusal
      if (!environment.protected || isFree) return { refusal, review: undefined }
      return {
        refusal: maintenanceMode ? t('can.maintenance') : undefined,
        review: { maySkip: !refusal && !refusalFor('SKIP_CHANGE_REQUEST', place) },
      }
    },
    [project, refusalFor, maintenanceMode],
  )
}
