import type {
  PublicSignupToken,
  PublicSignupTokenCreate,
  PublicSignupTokens,
  PublicSignupTokenUpdate,
} from '@flagstaff/contract/invitations'
import type { UserAccessRequest, UserAccessRequests } from '@flagstaff/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../lib/api.ts'
import { useChange } from '../../lib/change.ts'
import { t } from './messages.ts'

const links = '/api/admin/invite-link/tokens'
const requests = '/api/admin/user-access-requests'

/** The newest: there can be several, but one is enough for people. */
export const invitation = queryOptions({
  queryKey: ['token', 'invitation'],
  queryFn: async ({ signal }) => (await read<PublicSignupTokens>(links, signal)).tokens[0] ?? null,
})

/** The answer holds the link, which is nowhere else afterwards. */
export const useCreateInvitation = () =>
  useChange<PublicSignupTokenCreate, PublicSignupToken>({
    run: (link) => call('POST', links, link),
    refresh: [invitation.queryKey],
  })

/** `quietly` where something else was done, and this only goes with it. */
export const useUpdateInvitation = ({ quietly = false } = {}) =>
  useChange<{ link: PublicSignupToken; change: PublicSignupTokenUpdate }>({
    run: ({ link, change }) => call('PUT', `${links}/${link.secret}`, change),
    refresh: [invitation.queryKey],
    ...(quietly ? {} : { done: () => t('link.saved') }),
    alone: true,
  })

export const accessRequests = queryOptions({
  queryKey: ['user', 'requests'],
  queryFn: async ({ signal }) => (await read<UserAccessRequests>(requests, signal)).userAccessRequests,
})

export const useApproveRequest = () =>
  useChange<{ request: UserAccessRequest; rootRole: number }>({
    run: ({ request, rootRole }) => call('POST', `${requests}/${request.id}/approve`, { rootRole }),
    refresh: [['user']],
    done: ({ request }) => t('requests.approved', { email: request.email }),
    alone: true,
  })

export const useRejectRequest = () =>
  useChange<UserAccessRequest>({
    run: ({ id }) => call('DELETE', `${requests}/${id}`),
    refresh: [['user']],
    done: ({ email }) => t('requests.rejected', { email }),
    alone: true,
  })
