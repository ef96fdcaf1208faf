import type { ApiToken, CreateApiToken, CreatePat, Pat } from '@flagstaff/contract/tokens'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

export const tokenList = queryOptions({
  queryKey: ['token', 'list'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/api-tokens', {}, signal)).tokens,
})

/** The response contains the secret, which is never shown again. */
export const useCreateToken = () =>
  useChange<CreateApiToken, ApiToken>({
    run: (token) => send('POST /api/admin/api-tokens', { body: token }),
    refresh: [['token']],
  })

export const useDeleteToken = () =>
  useChange<ApiToken>({
    run: ({ id = '' }) => send('DELETE /api/admin/api-tokens/:token', { params: { token: id } }),
    refresh: [['token']],
    done: ({ tokenName }) => t('tokens.deleted', { name: tokenName }),
  })

/** For tokens of the instance or of a project. The response contains the new secret, which is never shown again. */
export const useRotateToken = (projectId?: string) =>
  useChange<{ token: ApiToken; overlapHours: number }, ApiToken>({
    run: ({ token: { id: token = '' }, overlapHours }) => {
      const body = { overlapHours }
      return projectId === undefined
        ? send('POST /api/admin/api-tokens/:token/rotate', { params: { token }, body })
        : send('POST /api/admin/projects/:projectId/api-tokens/:token/rotate', {
            params: { projectId, token },
            body,
          })
    },
    refresh: [['token'], ['project']],
  })

export const useMoveExpiry = () =>
  useChange<{ token: ApiToken; expiresAt: string }>({
    run: ({ token: { id = '', objectVersion }, expiresAt }) =>
      send(
        'PUT /api/admin/api-tokens/:token',
        { params: { token: id }, body: { expiresAt } },
        { version: objectVersion },
      ),
    refresh: [['token']],
    done: ({ token }) => t('tokens.moved', { name: token.tokenName }),
  })

export const personalTokens = queryOptions({
  queryKey: ['token', 'own'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/user/tokens', {}, signal)).pats ?? [],
})

export const useCreatePersonalToken = () =>
  useChange<CreatePat, Pat>({
    run: (token) => send('POST /api/admin/user/tokens', { body: token }),
    refresh: [personalTokens.queryKey],
  })

export const useDeletePersonalToken = () =>
  useChange<Pat>({
    run: ({ id }) => send('DELETE /api/admin/user/tokens/:id', { params: { id } }),
    refresh: [personalTokens.queryKey],
    done: ({ description }) => t('own.deleted', { name: description }),
  })
