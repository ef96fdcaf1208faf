import type { AdminSegment, SegmentStrategies, Segments, UpsertSegment } from '@flagstaff/contract/segments'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../lib/api.ts'
import { useChange } from '../../lib/change.ts'
import { t } from './messages.ts'

export const segmentList = queryOptions({
  queryKey: ['segment', 'list'],
  // Rules change it without touching it.
  staleTime: 0,
  queryFn: async ({ signal }) => (await read<Segments>('/api/admin/segments', signal)).segments ?? [],
})

export const segmentDetail = (id: string) =>
  queryOptions({
    queryKey: ['segment', id],
    queryFn: ({ signal }) => read<AdminSegment>(`/api/admin/segments/${id}`, signal),
  })

export const segmentUses = (id: string) =>
  queryOptions({
    queryKey: ['segment', id, 'uses'],
    // Rules change it without touching it.
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await read<SegmentStrategies>(`/api/admin/segments/${id}/strategies`, signal)).strategies,
  })

/** Undefined when the name is free, otherwise the reason. */
export const segmentNameCheck = (name: string) =>
  queryOptions({
    queryKey: ['segment', 'name', name],
    queryFn: ({ signal }) =>
      call('POST', '/api/admin/segments/validate', { name }, { signal }).then(
        () => null,
        (error: Error) => error.message,
      ),
    retry: false,
  })

type Saved = { segment: UpsertSegment; id?: string; version?: number | undefined }

/** Creates without an id, replaces with one; with a version only if nobody else did meanwhile. */
export const useSaveSegment = () =>
  useChange<Saved>({
    run: ({ segment, id, version }) =>
      id
        ? call('PUT', `/api/admin/segments/${id}`, segment, { version })
        : call('POST', '/api/admin/segments', segment),
    refresh: [['segment']],
    done: ({ segment }) => t('segments.saved', { name: segment.name }),
  })

export const useDeleteSegment = () =>
  useChange<AdminSegment>({
    run: ({ id }) => call('DELETE', `/api/admin/segments/${id}`),
    refresh: [['segment']],
    done: ({ name }) => t('segments.deleted', { name }),
  })
