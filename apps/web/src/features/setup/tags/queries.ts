import type { TagType } from '@flagstaff/contract/tags'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

export const tagType = (name: string) =>
  queryOptions({
    queryKey: ['tag-type', name],
    queryFn: ({ signal }) => get('GET /api/admin/tag-types/:name', { params: { name } }, signal),
  })

/** Flags contain the colours of their tags, so invalidate them too. */
const refresh = [['tag-type'], ['tag'], ['flag']] as const

type Saved = { type: TagType; exists: boolean; version?: number | undefined }

export const useSaveTagType = () =>
  useChange<Saved>({
    run: ({ type: { name, ...rest }, exists, version }) =>
      exists
        ? send('PUT /api/admin/tag-types/:name', { params: { name }, body: rest }, { version })
        : send('POST /api/admin/tag-types', { body: { name, ...rest } }),
    refresh,
    done: ({ type }) => t('types.saved', { name: type.name }),
  })

export const useDeleteTagType = () =>
  useChange<TagType>({
    run: ({ name }) => send('DELETE /api/admin/tag-types/:name', { params: { name } }),
    refresh,
    done: ({ name }) => t('types.deleted', { name }),
  })
