import type { ApiToken, ApiTokens, CreateApiToken, CreatePat, Pat, Pats } from '@flagstaff/contract/tokens'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../lib/api.ts'
import { useChange } from '../../lib/change.ts'
import { t } from './messages.ts'

export const tokensPath = '/api/admin/api-tokens'

export const tokenList = queryOptions({
  queryKey: ['token', 'list'],
  queryFn: async ({ signal }) => (await read<ApiTokens>(tokensPath, signal)).tokens,
})

const at = ({ id = '' }: ApiToken) => `${tokensPath}/${encodeURIComponent(id)}`

/** The answer holds the secret, which is nowhere else afterwards. */
export const useCreateToken = () =>
  useChange<CreateApiToken, ApiToken>({
    run: (token) => call('POST', tokensPath, token),
    refresh: [['token']],
  })

export const useDeleteToken = () =>
  useChange<ApiToken>({
    run: (token) => call('DELETE', at(token)),
    refresh: [['token']],
    done: ({ tokenName }) => t('tokens.deleted', { name: tokenName }),
  })

/** Of the instance or of a project. The answer holds the new secret, which is nowhere else afterwards. */
export const useRotateToken = (path: string) =>
  useChange<{ token: ApiToken; overlapHours: number }, ApiToken>({
    run: ({ token, overlapHours }) =>
      call('POST', `${path}/${encodeURIComponent(token.id ?? '')}/rotate`, { overlapHours }),
    refresh: [['token'], ['project']],
  })

export const useMoveExpiry = () =>
  useChange<{ token: ApiToken; expiresAt: string }>({
    run: ({ token, expiresAt }) => call('PUT', at(token), { expiresAt }, { version: token.objectVersion }),
    refresh: [['token']],
    done: ({ token }) => t('tokens.moved', { name: token.tokenName }),
  })

export const personalTokens = queryOptions({
  queryKey: ['token', 'own'],
  queryFn: async ({ signal }) => (await read<Pats>('/api/admin/user/tokens', signal)).pats ?? [],
})

export const useCreatePersonalToken = () =>
  useChange<CreatePat, Pat>({
    run: (token) => call('POST', '/api/admin/user/tokens', token),
    refresh: [personalTokens.queryKey],
  })

export const useDeletePersonalToken = () =>
  useChange<Pat>({
    run: ({ id }) => call('DELETE', `/api/admin/user/tokens/${id}`),
    refresh: [personalTokens.queryKey],
    done: ({ description }) => t('own.deleted', { name: description }),
  })
