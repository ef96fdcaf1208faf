import type { TagType } from '@flagstaff/contract/tags'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../lib/api.ts'
import { useChange } from '../../lib/change.ts'
import { t } from './messages.ts'

const at = (name: string) => `/api/admin/tag-types/${encodeURIComponent(name)}`

export const tagType = (name: string) =>
  queryOptions({
    queryKey: ['tag-type', name],
    queryFn: ({ signal }) => read<TagType>(at(name), signal),
  })

/** Colours stand with the tags of every flag. */
const refresh = [['tag-type'], ['tag'], ['flag']] as const

type Saved = { type: TagType; exists: boolean; version?: number | undefined }

export const useSaveTagType = () =>
  useChange<Saved>({
    run: ({ type: { name, ...rest }, exists, version }) =>
      exists
        ? call('PUT', at(name), rest, { version })
        : call('POST', '/api/admin/tag-types', { name, ...rest }),
    refresh,
    done: ({ type }) => t('types.saved', { name: type.name }),
  })

export const useDeleteTagType = () =>
  useChange<TagType>({
    run: ({ name }) => call('DELETE', at(name)),
    refresh,
    done: ({ name }) => t('types.deleted', { name }),
  })
