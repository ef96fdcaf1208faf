import type { AdminSegment, UpsertSegment } from '@flagstaff/contract/segments'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

export const segmentList = queryOptions({
  queryKey: ['segment', 'list'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/segments', {}, signal)).segments ?? [],
})

/** For pages that show usage counts: changes of rules affect them without invalidating the list. */
export const freshSegmentList = queryOptions({ ...segmentList, staleTime: 0 })

export const segmentDetail = (id: string) =>
  queryOptions({
    queryKey: ['segment', id],
    queryFn: ({ signal }) => get('GET /api/admin/segments/:id', { params: { id } }, signal),
  })

export const segmentUses = (id: string) =>
  queryOptions({
    queryKey: ['segment', id, 'uses'],
    // Changes of rules affect this without invalidating the query.
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await get('GET /api/admin/segments/:id/strategies', { params: { id } }, signal)).strategies,
  })

/** Undefined if the name is available, otherwise the reason. */
export const segmentNameCheck = (name: string) =>
  queryOptions({
    // Outside ['segment']: saving the segment must not validate its name again.
    queryKey: ['segment-name', name],
    queryFn: ({ signal }) =>
      send('POST /api/admin/segments/validate', { body: { name } }, { signal }).then(
        () => null,
        (error: Error) => error.message,
      ),
    retry: false,
    gcTime: 0,
  })

type Saved = { segment: UpsertSegment; id?: string; version?: number | undefined }

/** Creates a segment without an id, otherwise updates it; with a version, only if no other user has changed it. */
export const useSaveSegment = () =>
  useChange<Saved>({
    run: ({ segment, id, version }) =>
      id
        ? send('PUT /api/admin/segments/:id', { params: { id }, body: segment }, { version })
        : send('POST /api/admin/segments', { body: segment }),
    refresh: [['segment']],
    done: ({ segment }) => t('segments.saved', { name: segment.name }),
  })

export const useDeleteSegment = () =>
  useChange<AdminSegment>({
    run: ({ id }) => send('DELETE /api/admin/segments/:id', { params: { id } }),
    refresh: [['segment']],
    done: ({ name }) => t('segments.deleted', { name }),
  })
