import type {
  PublicSignupToken,
  PublicSignupTokenCreate,
  PublicSignupTokenUpdate,
} from '@flagstaff/contract/invitations'
import type { UserAccessRequest } from '@flagstaff/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

/** The newest link: there can be several, but the page shows one. */
export const invitation = queryOptions({
  queryKey: ['token', 'invitation'],
  queryFn: async ({ signal }) =>
    (await get('GET /api/admin/invite-link/tokens', {}, signal)).tokens[0] ?? null,
})

/** The response contains the link, which is never shown again. */
export const useCreateInvitation = () =>
  useChange<PublicSignupTokenCreate, PublicSignupToken>({
    run: (link) => send('POST /api/admin/invite-link/tokens', { body: link }),
    refresh: [invitation.queryKey],
  })

/** `quietly`: no toast, since it is part of another action. */
export const useUpdateInvitation = ({ quietly = false } = {}) =>
  useChange<{ link: PublicSignupToken; change: PublicSignupTokenUpdate }>({
    run: ({ link, change }) =>
      send('PUT /api/admin/invite-link/tokens/:token', { params: { token: link.secret }, body: change }),
    refresh: [invitation.queryKey],
    ...(quietly ? {} : { done: () => t('link.saved') }),
    toastErrors: true,
  })

export const accessRequests = queryOptions({
  queryKey: ['user', 'requests'],
  queryFn: async ({ signal }) =>
    (await get('GET /api/admin/user-access-requests', {}, signal)).userAccessRequests,
})

export const useApproveRequest = () =>
  useChange<{ request: UserAccessRequest; rootRole: number }>({
    run: ({ request, rootRole }) =>
      send('POST /api/admin/user-access-requests/:id/approve', {
        params: { id: request.id },
        body: { rootRole },
      }),
    refresh: [['user']],
    done: ({ request }) => t('requests.approved', { email: request.email }),
    toastErrors: true,
  })

export const useRejectRequest = () =>
  useChange<UserAccessRequest>({
    run: ({ id }) => send('DELETE /api/admin/user-access-requests/:id', { params: { id } }),
    refresh: [['user']],
    done: ({ email }) => t('requests.rejected', { email }),
    toastErrors: true,
  })
