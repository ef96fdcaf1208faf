import type { ChangeRequest } from '@flagstaff/contract/requests'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { holds, me, useRefusals } from '../../../lib/session.ts'
import { type Permitted, permittedFor } from './permitted.ts'
import { reviewRules } from './queries.ts'

/** What the user can do with a request. */
export function usePermitted(request: ChangeRequest): Permitted {
  const { user, permissions } = useSuspenseQuery(me).data
  const refusal = useRefusals()
  const isAdmin = holds(permissions, 'ADMIN', {})
  const isOwn = request.createdBy.id === user.id
  const { data: rules } = useQuery({ ...reviewRules(request.project), enabled: isAdmin && isOwn })
  const adminsApproveOwn = request.affects
    .filter(({ project }) => project === request.project)
    .every(
      ({ environment }) => rules?.find((one) => one.environment === environment)?.adminsApproveOwn ?? false,
    )
  return permittedFor(request, { id: user.id, isAdmin, adminsApproveOwn, refusal })
}
