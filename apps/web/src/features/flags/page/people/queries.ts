import type { FlagOwner } from '@flagstaff/contract/common'
import type { OwnerReference } from '@flagstaff/contract/people'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../../lib/api.ts'
import { useChange } from '../../../../lib/change.ts'
import { type Place, paintFlag, paramsOf, touched } from '../queries.ts'
import { t } from './messages.ts'

/** People who can see a project, and groups, whose name contains a text. */
export const projectPeople = (project: string, q: string) =>
  queryOptions({
    queryKey: ['user', 'people', project, q],
    queryFn: ({ signal }) =>
      get(
        'GET /api/admin/projects/:projectId/people',
        { params: { projectId: project }, query: { q } },
        signal,
      ),
    placeholderData: keepPreviousData,
  })

const path = '/api/admin/projects/:projectId/features/:featureName'

export const useSetOwner = (place: Place) =>
  useChange<{ owner: FlagOwner | null }>({
    run: ({ owner }) =>
      send(`PUT ${path}/owner`, { params: paramsOf(place), body: { owner: owner && referenceTo(owner) } }),
    refresh: touched(place.flag),
    done: () => t('owner.done'),
  })

const referenceTo = ({ type, id }: FlagOwner): OwnerReference => ({ type, id })

export const useWatch = (place: Place) =>
  useChange<{ watching: boolean }>({
    run: ({ watching }) => send(`${watching ? 'POST' : 'DELETE'} ${path}/watch`, { params: paramsOf(place) }),
    refresh: [['flag', place.flag], ['event']],
    done: ({ watching }) => t(watching ? 'watch.done' : 'watch.undone', { flag: place.flag }),
    optimistic: (cache, { watching }) => paintFlag(cache, place, (flag) => ({ ...flag, watching })),
    toastErrors: true,
  })

/** The newest page first; the comments of a page are in the order they were written. */
export const flagComments = (place: Place) =>
  infiniteQueryOptions({
    queryKey: ['flag', place.flag, place.project, 'comments'],
    queryFn: ({ pageParam, signal }) =>
      get(
        `GET ${path}/comments`,
        { params: paramsOf(place), query: pageParam === undefined ? {} : { before: pageParam } },
        signal,
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ comments, total }, pages) =>
      pages.reduce((sum, page) => sum + page.comments.length, 0) < total ? comments[0]?.id : undefined,
  })

export const useAddComment = (place: Place) =>
  useChange<{ text: string }>({
    run: ({ text }) => send(`POST ${path}/comments`, { params: paramsOf(place), body: { text } }),
    refresh: [['flag', place.flag], ['event']],
  })

export const useEditComment = (place: Place, commentId: number) =>
  useChange<{ text: string }>({
    run: ({ text }) =>
      send(`PUT ${path}/comments/:commentId`, { params: { ...paramsOf(place), commentId }, body: { text } }),
    refresh: [['flag', place.flag], ['event']],
  })

export const useDeleteComment = (place: Place, commentId: number) =>
  useChange<void>({
    run: () => send(`DELETE ${path}/comments/:commentId`, { params: { ...paramsOf(place), commentId } }),
    refresh: [['flag', place.flag], ['event']],
    done: () => t('comments.deleted'),
  })
