import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { pathOf } from '../../../lib/flagPath.ts'
import { useHotkey } from '../../../lib/hotkeys.ts'
import { ListTabs } from '../../../ui/ListTabs.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { BulkBar } from './BulkBar.tsx'
import { Filters } from './Filters.tsx'
import { FlagRows } from './FlagRows.tsx'
import { FlagTable } from './FlagTable.tsx'
import { ListDialogs } from './ListDialogs.tsx'
import { t } from './messages.ts'
import { Nothing } from './Nothing.tsx'
import { type FlagRow, stageCounts } from './queries.ts'
import { type FlagListSearch, isFiltered, sortedBy, toQuery, withoutFilters } from './search.ts'
import { countsOf, searchOf, tabOf, tabs } from './stages.ts'
import { useColumns } from './useColumns.ts'
import { SwitchKey, useCursor } from './useCursor.tsx'
import { useFlagPages } from './useFlagPages.ts'
import { useLiveNotes } from './useLiveNotes.ts'
import { useRowActions } from './useRowActions.ts'
import { useSelection } from './useSelection.ts'
import { useUsage } from './useUsage.ts'

type FlagListProps = {
  search: FlagListSearch
  /** Show only flags of this project. */
  project: string | undefined
  /** Offered if the list is empty. */
  onCreate: (() => void) | undefined
}

export function FlagList({ search, project, onCreate }: FlagListProps) {
  const navigate = useNavigate()
  const archived = search.tab === 'archived'
  const pages = useFlagPages(toQuery(search, project))
  const { data: stages } = useQuery(stageCounts(project))
  const counts = stages && countsOf(stages)
  const selection = useSelection()
  const notes = useLiveNotes(pages.loaded)
  const { ref, phone, columns } = useColumns(pages.loaded, project === undefined, archived)
  const usage = useUsage(pages.loaded, columns.usage || phone)
  const reach = useRef<(index: number) => void>(() => {})
  const { cursor, setCursor } = useCursor({ total: pages.total, reach })
  const [cloned, setCloned] = useState<FlagRow>()
  /** Whether to turn on or off, while the dialog asks for the environment. */
  const [switching, setSwitching] = useState<boolean>()
  const [tagging, setTagging] = useState<readonly FlagRow[]>([])
  const [moving, setMoving] = useState<readonly FlagRow[]>([])
  const [exporting, setExporting] = useState(false)
  const [doomed, setDoomed] = useState<readonly FlagRow[]>([])
  const close = () => {
    setCloned(undefined)
    setSwitching(undefined)
    setTagging([])
    setMoving([])
    setExporting(false)
    setDoomed([])
  }

  const update = (part: Partial<FlagListSearch>) =>
    void navigate({ to: '.', search: (old) => ({ ...old, ...part }), replace: true })
  const clear = () => void navigate({ to: '.', search: withoutFilters(search), replace: true })

  const actions = useRowActions({
    pages,
    selection,
    onClone: setCloned,
    onTag: setTagging,
    onRemove: setDoomed,
    onFocus: setCursor,
  })
  const atCursor = () => (cursor < 0 ? undefined : pages.rowAt(cursor))
  const onRow = (run: (row: FlagRow) => void) => () => {
    const row = atCursor()
    if (row) run(row)
  }
  useHotkey('x', t('key.select'), () => cursor >= 0 && actions.select(cursor, false))
  useHotkey('y', t('key.copy'), onRow(actions.copy))
  useHotkey('f', t('key.star'), onRow(actions.star))
  useHotkey('t', t('key.tagOne'), onRow(actions.tag))

  const rows = [...selection.chosen.values()]
  const everySelected =
    pages.loaded.length > 0 && pages.loaded.every(({ name }) => selection.chosen.has(name))
  const sorted = sortedBy(search)
  const filtered = isFiltered(search)
  const table = (children: ReactNode) => (
    <FlagTable
      columns={columns}
      total={pages.total}
      sorted={sorted}
      allSelected={everySelected}
      someSelected={rows.length > 0}
      onSelectAll={() => selection.toggle(pages.loaded, !everySelected)}
      onSort={({ by, descending }) => update({ sort: by, order: descending ? 'desc' : 'asc' })}
    >
      {children}
    </FlagTable>
  )
  return (
    <ListTabs
      label={t('tab.label')}
      tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`), count: counts?.[value] }))}
      value={tabOf(search)}
      onChange={(tab) => {
        selection.clear()
        update(searchOf(tab))
      }}
    >
      <Filters
        search={search}
        project={project}
        onChange={update}
        onClear={clear}
        onEnter={() => {
          const first = pages.rowAt(0)
          if (first) void navigate({ to: pathOf(first) })
        }}
      />
      <div ref={ref}>
        {pages.error && <ErrorState error={pages.error} retry={() => void pages.refetch()} />}
        {pages.isPending && !pages.error && <Loading rows={15} />}
        {!pages.isPending && !pages.error && pages.total === 0 && (
          <Nothing
            archived={archived}
            filtered={filtered}
            inProject={project !== undefined}
            search={search}
            onClear={clear}
            onCreate={onCreate}
          />
        )}
        {pages.total > 0 && (
          <FlagRows
            pages={pages}
            columns={columns}
            phone={phone}
            selection={selection}
            cursor={cursor}
            notes={notes}
            usage={usage}
            actions={actions}
            table={table}
            reach={reach}
          />
        )}
      </div>
      <div className="hidden" aria-live="polite">
        {[...notes].map(([name, note]) => (
          <p key={name}>{`${name}: ${note}`}</p>
        ))}
      </div>
      {columns.shown.slice(0, 9).map(({ name }, index) => (
        <SwitchKey key={name} number={index + 1} onPress={onRow((row) => actions.toggle(row, name))} />
      ))}
      {rows.length > 0 && (
        <BulkBar
          rows={rows}
          archived={archived}
          onSwitch={setSwitching}
          onTags={() => setTagging(rows)}
          onStale={() => {
            actions.stale(rows, true)
            selection.clear()
          }}
          onMove={() => setMoving(rows)}
          onExport={() => setExporting(true)}
          onArchive={() => actions.archive(rows, selection.clear)}
          onRevive={() => {
            actions.revive(rows)
            selection.clear()
          }}
          onDelete={() => setDoomed(rows)}
          onClear={selection.clear}
        />
      )}
      <ListDialogs
        rows={rows}
        switching={switching}
        tagging={tagging}
        cloned={cloned}
        moving={moving}
        exporting={exporting}
        doomed={doomed}
        onClose={close}
        onDone={() => {
          close()
          selection.clear()
        }}
      />
    </ListTabs>
  )
}
