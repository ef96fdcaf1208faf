import { useElementSize, useMediaQuery } from '@mantine/hooks'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type RefCallback, useMemo } from 'react'
import { usePreference } from '../../../lib/preferences.ts'
import { projectList } from '../../../lib/projects.ts'
import { environmentList } from '../../../lib/session.ts'
import { isProduction } from '../../../ui/Environment.tsx'
import type { TableColumns } from './FlagTable.tsx'
import { useHiddenColumns } from './hiddenColumns.ts'
import { layoutFor, optionalColumns, pickShown } from './layout.ts'
import type { FlagRow } from './queries.ts'

const MOST_ON_PHONES = 6

/** The columns that fit; the environment filter in the header leaves one environment. */
export function useColumns(
  rows: readonly FlagRow[],
  withProject: boolean,
  archived: boolean,
): { ref: RefCallback<HTMLElement | null>; phone: boolean; columns: TableColumns } {
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const { ref, width } = useElementSize()
  const { data } = useSuspenseQuery(environmentList)
  const { data: projects } = useQuery(projectList)
  const lens = usePreference('lens', '')
  const hidden = useHiddenColumns().hidden
  const names = useMemo(
    () => new Set(rows.flatMap(({ environments }) => environments.map(({ name }) => name))),
    [rows],
  )
  // Compare as text: the set is new with every response, mostly with the same names.
  const key = [...names].sort().join('\n')
  const columns = useMemo<TableColumns>(() => {
    const known = new Set(key.split('\n'))
    const here = archived ? [] : data.filter(({ name }) => known.has(name))
    const seen = here.some(({ name }) => name === lens) ? here.filter(({ name }) => name === lens) : here
    const wanted = seen.filter(({ name, type }) => isProduction(type) || !hidden.has(`environment:${name}`))
    const layout = layoutFor(width || innerWidth - 232, {
      environments: wanted.length,
      production: wanted.filter(({ type }) => isProduction(type)).length,
      withProject,
      without: new Set(optionalColumns.filter((column) => hidden.has(column))),
      more: wanted.length < seen.length,
    })
    const shown = phone
      ? pickShown(seen, MOST_ON_PHONES, isProduction)
      : pickShown(wanted, layout.environments, isProduction)
    return {
      ...layout,
      lifecycle: layout.lifecycle && !archived,
      usage: layout.usage && !archived,
      created: layout.created || archived,
      shown,
      hidden: seen.filter((environment) => !shown.includes(environment)),
      project: withProject ? new Map(projects?.map(({ id, name }) => [id, name])) : undefined,
      archived,
    }
  }, [key, data, projects, lens, width, withProject, archived, phone, hidden])
  return { ref, phone: phone ?? false, columns }
}
