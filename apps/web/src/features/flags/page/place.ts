import type { Feature } from '@flagstaff/contract/flags'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { projectOverview } from '../../projects/index.ts'
import type { SegmentNames } from '../rules/RuleSentence.tsx'
import { t } from './messages.ts'
import { type FlagEnvironment, flagDetail, type Place, segmentList } from './queries.ts'

/** Which flag the address names. */
export function usePlace(): Place {
  const { projectId = '', flag = '' } = useParams({ strict: false })
  return { project: projectId, flag }
}

/** The flag of the page; the layout shows the parts only once it is there. */
export const useFlag = (place: Place): Feature => useSuspenseQuery(flagDetail(place)).data

export const pathOf = ({ project, flag }: Place): string =>
  `/projects/${encodeURIComponent(project)}/features/${encodeURIComponent(flag)}`

export const partOf = (place: Place, part: 'metrics' | 'logs' | 'code' | 'settings'): string =>
  `${pathOf(place)}/${part}`

/** Where we are: the project, the flag, and the part of it that is not the first. */
export function useFlagPage(place: Place, ...parts: string[]) {
  const { data } = useQuery(projectOverview(place.project))
  usePage([
    { label: t('page.projects'), to: '/projects' },
    { label: data?.name ?? place.project, to: `/projects/${encodeURIComponent(place.project)}` },
    { label: place.flag, ...(parts.length > 0 ? { to: pathOf(place) } : {}) },
    ...parts.map((label) => ({ label })),
  ])
}

/** What rules call segments by; asked for only where a rule uses one. */
export function useSegmentNames(needed: boolean): SegmentNames {
  const { data } = useQuery({ ...segmentList, enabled: needed })
  return useMemo(() => new Map((data ?? []).map(({ id, name }) => [id, name])), [data])
}

const ranks = ['production', 'preproduction', 'test', 'development']
const rank = ({ type = '' }: FlagEnvironment) => (ranks.includes(type) ? ranks.indexOf(type) : ranks.length)

/** Production first, development last: what matters most is read first. */
export const inOrder = (environments: readonly FlagEnvironment[]) =>
  [...environments].sort((a, b) => rank(a) - rank(b) || (b.sortOrder ?? 0) - (a.sortOrder ?? 0))
