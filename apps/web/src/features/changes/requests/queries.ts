import type { ChangeRequest, RequestSearchQuery, RequestState } from '@flagstaff/contract/requests'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ApiError, get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { type MessageKey, t } from './messages.ts'

export type RequestRef = { project: string; id: number }

const PAGE = 50

// Live messages have the kind `change-request`, so these queries reload when a request changes.

export type RequestFilter = Pick<RequestSearchQuery, 'createdBy' | 'state' | 'project' | 'actionable'>

export const requestPages = (filter: RequestFilter) =>
  infiniteQueryOptions({
    queryKey: ['change-request', 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      get(
        'GET /api/admin/search/change-requests',
        { query: { ...filter, limit: String(PAGE), offset: String(pageParam) } },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const shown = pages.reduce((sum, { changeRequests }) => sum + changeRequests.length, 0)
      return shown < total ? shown : undefined
    },
  })

/** Only the number of matches. */
export const requestTotal = (filter: RequestFilter) =>
  queryOptions({
    queryKey: ['change-request', 'total', filter],
    queryFn: async ({ signal }) =>
      (await get('GET /api/admin/search/change-requests', { query: { ...filter, limit: '1' } }, signal))
        .total,
  })

export const paramsOf = ({ project, id }: RequestRef) => ({ projectId: project, id })

export const requestDetail = (ref: RequestRef) =>
  queryOptions({
    queryKey: ['change-request', 'one', ref.project, ref.id],
    queryFn: ({ signal }) =>
      get('GET /api/admin/projects/:projectId/change-requests/:id', { params: paramsOf(ref) }, signal),
    retry: (count, error) => !(error instanceof ApiError) && count < 2,
  })

export const requestEffects = (ref: RequestRef) =>
  queryOptions({
    queryKey: ['change-request', 'effects', ref.project, ref.id],
    queryFn: ({ signal }) =>
      get(
        'GET /api/admin/projects/:projectId/change-requests/:id/effects',
        { params: paramsOf(ref) },
        signal,
      ),
  })

export const askedReviewers = (ref: RequestRef) =>
  queryOptions({
    queryKey: ['change-request', 'reviewers', ref.project, ref.id],
    queryFn: async ({ signal }) =>
      (
        await get(
          'GET /api/admin/projects/:projectId/change-requests/:id/approvers',
          { params: paramsOf(ref) },
          signal,
        )
      ).reviewers,
  })

export const availableReviewers = ({ project, environment }: { project: string; environment: string }) =>
  queryOptions({
    queryKey: ['reviewer', 'available', project, environment],
    queryFn: async ({ signal }) =>
      (
        await get(
          'GET /api/admin/projects/:projectId/change-requests/available-reviewers/:environment',
          { params: { projectId: project, environment } },
          signal,
        )
      ).reviewers,
  })

export const useAskReviewers = () =>
  useChange<RequestRef & { reviewers: number[] }>({
    run: ({ reviewers, ...ref }) =>
      send('PUT /api/admin/projects/:projectId/change-requests/:id/approvers', {
        params: paramsOf(ref),
        body: { reviewers },
      }),
    refresh: [['change-request']],
    done: () => t('done.asked'),
  })

/** Whether administrators can approve their own requests. Only they ask, so they may read it. */
export const reviewRules = (project: string) =>
  queryOptions({
    queryKey: ['change-request', 'rules', project],
    queryFn: ({ signal }) =>
      get(
        'GET /api/admin/projects/:projectId/change-requests/config',
        { params: { projectId: project } },
        signal,
      ),
  })

type Move = RequestRef & {
  state: Exclude<RequestState, 'Draft' | 'Scheduled'>
  comment?: string | undefined
  /** With a version, the request moves only if nobody has edited it since it was read. */
  version?: number | undefined
}

export const useMove = ({ toastErrors = true } = {}) =>
  useChange<Move, ChangeRequest>({
    run: ({ state, comment, version, ...ref }) =>
      send(
        'PUT /api/admin/projects/:projectId/change-requests/:id/state',
        { params: paramsOf(ref), body: { state, ...(comment ? { comment } : {}) } },
        { version },
      ),
    refresh: [['change-request'], ['flag'], ['segment']],
    done: (_input, { state }) => t(`done.${state}` as MessageKey),
    toastErrors,
  })

export const useDiscardDraft = () =>
  useChange<RequestRef>({
    run: (ref) =>
      send('DELETE /api/admin/projects/:projectId/change-requests/:id', { params: paramsOf(ref) }),
    refresh: [
      ['change-request', 'list'],
      ['change-request', 'total'],
    ],
    done: () => t('done.discarded'),
    toastErrors: true,
  })

export const useRename = () =>
  useChange<RequestRef & { title: string }>({
    run: ({ title, ...ref }) =>
      send('PUT /api/admin/projects/:projectId/change-requests/:id/title', {
        params: paramsOf(ref),
        body: { title },
      }),
    refresh: [['change-request']],
    done: () => t('done.renamed'),
  })

export const useComment = () =>
  useChange<RequestRef & { text: string }>({
    run: ({ text, ...ref }) =>
      send('POST /api/admin/projects/:projectId/change-requests/:id/comments', {
        params: paramsOf(ref),
        body: { text },
      }),
    refresh: [['change-request', 'one']],
  })

export const useRemoveChange = ({ project, id }: RequestRef) =>
  useChange<{ change: number }>({
    run: ({ change }) =>
      send('DELETE /api/admin/projects/:projectId/change-requests/:changeRequestId/changes/:changeId', {
        params: { projectId: project, changeRequestId: id, changeId: change },
      }),
    refresh: [['change-request']],
    done: () => t('changes.removed'),
    toastErrors: true,
  })
