import type { CreateDependentFeature } from '@flagstaff/contract/dependencies'
import type { Link } from '@flagstaff/contract/flags'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../../lib/api.ts'
import { useChange } from '../../../../lib/change.ts'
import { type Place, paramsOf, touched } from '../queries.ts'
import { t } from './messages.ts'

/** Below the flag's key, so that a change of the flag invalidates it. */
export const parentOptions = (place: Place) =>
  queryOptions({
    queryKey: ['flag', place.flag, place.project, 'parents'],
    queryFn: ({ signal }) =>
      get(
        'GET /api/admin/projects/:projectId/features/:child/parents',
        { params: { projectId: place.project, child: place.flag } },
        signal,
      ),
  })

export const variantOptions = (place: Place) =>
  queryOptions({
    queryKey: ['flag', place.flag, place.project, 'parent-variants'],
    queryFn: ({ signal }) =>
      get(
        'GET /api/admin/projects/:projectId/features/:parent/parent-variants',
        { params: { projectId: place.project, parent: place.flag } },
        signal,
      ),
  })

const bothOf = ({ flag }: Place, parent: string) => [...touched(flag), ['flag', parent]]

export const useSaveDependency = (place: Place, parent: string) =>
  useChange<Required<CreateDependentFeature>>({
    run: (dependency) =>
      send('POST /api/admin/projects/:projectId/features/:child/dependencies', {
        params: { projectId: place.project, child: place.flag },
        body: dependency,
      }),
    refresh: bothOf(place, parent),
    done: ({ feature }) => t('dependency.saved', { flag: place.flag, parent: feature }),
  })

export const useRemoveDependency = (place: Place, parent: string) =>
  useChange<void>({
    run: () =>
      send('DELETE /api/admin/projects/:projectId/features/:child/dependencies/:parent', {
        params: { projectId: place.project, child: place.flag, parent },
      }),
    refresh: bothOf(place, parent),
    done: () => t('dependency.removed', { flag: place.flag, parent }),
  })

type Written = Link & { id: string | undefined }

export const useSaveLink = (place: Place) =>
  useChange<Written>({
    run: ({ id, ...link }) =>
      id === undefined
        ? send('POST /api/admin/projects/:projectId/features/:featureName/link', {
            params: paramsOf(place),
            body: link,
          })
        : send('PUT /api/admin/projects/:projectId/features/:featureName/link/:linkId', {
            params: { ...paramsOf(place), linkId: id },
            body: link,
          }),
    refresh: touched(place.flag),
    done: ({ id }) => t(id === undefined ? 'link.added' : 'link.saved', { flag: place.flag }),
  })

export const useRemoveLink = (place: Place) =>
  useChange<{ id: string }>({
    run: ({ id }) =>
      send('DELETE /api/admin/projects/:projectId/features/:featureName/link/:linkId', {
        params: { ...paramsOf(place), linkId: id },
      }),
    refresh: touched(place.flag),
    done: () => t('link.removed', { flag: place.flag }),
  })
