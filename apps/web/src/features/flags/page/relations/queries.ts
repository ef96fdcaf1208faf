import type { CreateDependentFeature } from '@flagstaff/contract/dependencies'
import type { Link } from '@flagstaff/contract/flags'
import { queryOptions } from '@tanstack/react-query'
import { call, read } from '../../../../lib/api.ts'
import { useChange } from '../../../../lib/change.ts'
import { addressOf, type Place, touched } from '../queries.ts'
import { t } from './messages.ts'

/** Below the flag, so that a change of it makes them old. */
export const parentOptions = (place: Place) =>
  queryOptions({
    queryKey: ['flag', place.flag, place.project, 'parents'],
    queryFn: ({ signal }) => read<string[]>(`${addressOf(place)}/parents`, signal),
  })

export const variantOptions = (place: Place) =>
  queryOptions({
    queryKey: ['flag', place.flag, place.project, 'parent-variants'],
    queryFn: ({ signal }) => read<string[]>(`${addressOf(place)}/parent-variants`, signal),
  })

const bothOf = ({ flag }: Place, parent: string) => [...touched(flag), ['flag', parent]]

export const useSaveDependency = (place: Place, parent: string) =>
  useChange<Required<CreateDependentFeature>>({
    run: (dependency) => call('POST', `${addressOf(place)}/dependencies`, dependency),
    refresh: bothOf(place, parent),
    done: ({ feature }) => t('dependency.saved', { flag: place.flag, parent: feature }),
  })

export const useRemoveDependency = (place: Place, parent: string) =>
  useChange<void>({
    run: () => call('DELETE', `${addressOf(place)}/dependencies/${encodeURIComponent(parent)}`),
    refresh: bothOf(place, parent),
    done: () => t('dependency.removed', { flag: place.flag, parent }),
  })

type Written = Link & { id: string | undefined }

export const useSaveLink = (place: Place) =>
  useChange<Written>({
    run: ({ id, ...link }) =>
      id === undefined
        ? call('POST', `${addressOf(place)}/link`, link)
        : call('PUT', `${addressOf(place)}/link/${encodeURIComponent(id)}`, link),
    refresh: touched(place.flag),
    done: ({ id }) => t(id === undefined ? 'link.added' : 'link.saved', { flag: place.flag }),
  })

export const useRemoveLink = (place: Place) =>
  useChange<{ id: string }>({
    run: ({ id }) => call('DELETE', `${addressOf(place)}/link/${encodeURIComponent(id)}`),
    refresh: touched(place.flag),
    done: () => t('link.removed', { flag: place.flag }),
  })
