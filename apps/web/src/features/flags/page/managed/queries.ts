import type { CodeClaims } from '@flagstaff/contract/code'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { get } from '../../../../lib/api.ts'
import { choicesOf } from '../../../../lib/choices.ts'
import { type Place, paramsOf } from '../queries.ts'
import { t } from './messages.ts'

export type Claim = CodeClaims['claims'][number]

/** Below the key of the flag, so that a change of the flag refreshes it. */
const flagCode = (place: Place) =>
  queryOptions({
    queryKey: ['flag', place.flag, place.project, 'code'],
    queryFn: ({ signal }) =>
      get(
        'GET /api/admin/projects/:projectId/features/:featureName/code',
        { params: paramsOf(place) },
        signal,
      ),
  })

/** Which fields of a flag belong to files. While that is not known, the server still refuses to change them. */
export function useManaged(place: Place): CodeClaims {
  const { data } = useQuery(flagCode(place))
  return { claims: [...choicesOf({ data: data?.claims })], drift: [...choicesOf({ data: data?.drift })] }
}

/** The last part of the path of a file. */
export const fileOf = ({ path }: { path: string }): string => path.split('/').at(-1) ?? path

/** The page of a file. Other addresses than those of web pages are not linked: the owner chooses them. */
export const pageOf = ({ url, path }: Claim): string | undefined =>
  url && /^https?:\/\//.test(url) ? `${url}/${path.split('/').map(encodeURIComponent).join('/')}` : undefined

const names = {
  type: t('field.type'),
  description: t('field.description'),
  impressionData: t('field.impressionData'),
  stale: t('field.stale'),
  tags: t('field.tags'),
  links: t('field.links'),
  dependencies: t('field.dependencies'),
  enabled: t('field.enabled'),
  rules: t('field.rules'),
  variants: t('field.variants'),
}

export const fieldNames = (fields: readonly { field: string }[]): string =>
  fields
    .map(({ field }) => (Object.hasOwn(names, field) ? names[field as keyof typeof names] : field))
    .join(', ')
