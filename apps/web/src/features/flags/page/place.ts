import type { Feature } from '@flagstaff/contract/flags'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { usePage } from '../../../lib/crumbs.ts'
import { noteVisit } from '../../../lib/visits.ts'
import { projectOverview } from '../../setup/projects/index.ts'
import { segmentList } from '../../setup/segments/index.ts'
import type { SegmentNames } from '../rules/RuleSentence.tsx'
import { t } from './messages.ts'
import { type FlagEnvironment, flagDetail, type Place } from './queries.ts'

/** The flag in the URL. */
export function usePlace(): Place {
  const { projectId = '', flag = '' } = useParams({ strict: false })
  return { project: projectId, flag }
}

/** The flag of the page; the layout renders the tabs only once it is loaded. */
export const useFlag = (place: Place): Feature => useSuspenseQuery(flagDetail(place)).data

export const pathOf = ({ project, flag }: Place): string =>
  `/projects/${encodeURIComponent(project)}/features/${encodeURIComponent(flag)}`

export const partOf = (place: Place, part: 'metrics' | 'logs' | 'code' | 'settings'): string =>
  `${pathOf(place)}/${part}`

/** The breadcrumbs: project, flag, and tab unless it is the first. */
export function useFlagPage(place: Place, ...parts: string[]) {
  const { data } = useQuery(projectOverview(place.project))
  useEffect(() => noteVisit(place.flag), [place.flag])
  usePage([
    { label: t('page.projects'), to: '/projects' },
    { label: data?.name ?? place.project, to: `/projects/${encodeURIComponent(place.project)}` },
    { label: place.flag, ...(parts.length > 0 ? { to: pathOf(place) } : {}) },
    ...parts.map((label) => ({ label })),
  ])
}

/** Segment names; loaded only if a rule uses a segment. */
export function useSegmentNames(needed: boolean): SegmentNames {
  const { data } = useQuery({ ...segmentList, enabled: needed })
  return useMemo(() => new Map(choicesOf({ data }).map(({ id, name }) => [id, name])), [data])
}

const ranks = ['production', 'preproduction', 'test', 'development']
const rank = ({ type = '' }: FlagEnvironment) => (ranks.includes(type) ? ranks.indexOf(type) : ranks.length)

/** Production first, development last, by importance. */
export const inOrder = (environments: readonly FlagEnvironment[]) =>
  [...environments].sort((a, b) => rank(a) - rank(b) || (b.sortOrder ?? 0) - (a.sortOrder ?? 0))
