import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { formatDate } from '../../../lib/format.ts'
import { useHotkey } from '../../../lib/hotkeys.ts'
import { environmentList } from '../../../lib/session.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { NoMatch } from '../../../ui/NoMatch.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { EventFilters } from './EventFilters.tsx'
import classes from './EventLog.module.css'
import { EventRow } from './EventRow.tsx'
import { hasGap, mergeEvents, withDays } from './merge.ts'
import { t } from './messages.ts'
import { eventPages, HEAD, newestEvents } from './queries.ts'
import { isFiltered, type LogSearch } from './search.ts'
import { useRevert } from './useRevert.tsx'

export type EventLogProps = {
  search: LogSearch
  onSearch(search: LogSearch): void
  /** For the log of one project or flag: these filters cannot be removed. */
  fixed?: Pick<LogSearch, 'project' | 'flag'>
  /** Focus the first event, unless another element has the focus, so that the keyboard can be used at once. */
  takesFocus?: boolean
}

const ROW = 33

/** All events, newest first, one line each. */
export function EventLog({ search, onSearch, fixed = {}, takesFocus = false }: EventLogProps) {
  // As text: a new object on every render would never settle in the debounce.
  const [asked] = useDebouncedValue(JSON.stringify({ ...search, ...fixed }), 150)
  const wanted = useMemo(() => JSON.parse(asked) as LogSearch, [asked])
  const log = useLog(wanted, search.paused === true)
  const { data: environments } = useSuspenseQuery(environmentList)
  const typeOf = (name: string) => environments.find((one) => one.name === name)?.type ?? ''
  const { lines, total, pages } = log
  const list = useRef<HTMLUListElement>(null)
  const virtual = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => ROW,
    overscan: 12,
    scrollMargin: list.current?.offsetTop ?? 0,
    getItemKey: (index) => lines[index]?.key ?? index,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= lines.length - 20 && pages.hasNextPage && !pages.isFetchingNextPage)
      void pages.fetchNextPage()
  }, [last, lines.length, pages])

  const { revert, dialog } = useRevert(typeOf)
  useHotkey('r', t('revert.do'), () => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-event]')?.dataset.event
    const wanted = lines.find(({ key }) => key === focused) ?? lines.find(({ key }) => key === search.open)
    if (wanted && 'event' in wanted && wanted.event.reverts !== undefined) revert(wanted.event)
  })
  const isThere = lines.length > 0
  useEffect(() => {
    if (takesFocus && isThere && document.activeElement === document.body)
      list.current?.querySelector('button')?.focus()
  }, [takesFocus, isThere])

  const clear = () => onSearch({})
  return (
    <>
      <EventFilters search={search} fixed={fixed} onSearch={onSearch} shown={log.count} total={total} />
      {pages.error && <ErrorState error={pages.error} retry={() => void pages.refetch()} />}
      {pages.isPending && <Loading rows={20} height={ROW} />}
      {pages.data && log.count === 0 && !isFiltered(search) && (
        <State title={t('log.empty')} text={t('log.emptyText')} />
      )}
      {pages.data && log.count === 0 && isFiltered(search) && <NoMatch onClear={clear} />}
      {log.count > 0 && (
        <div className={classes.head} aria-hidden="true">
          <span />
          <span>{t('log.time')}</span>
          <span>{t('log.revision')}</span>
          <span>{t('log.who')}</span>
          <span />
          <span>{t('log.what')}</span>
          <span>{fixed.project ? '' : t('log.project')}</span>
          <span>{t('log.environment')}</span>
        </div>
      )}
      <ul
        ref={list}
        className={classes.list}
        style={{ height: virtual.getTotalSize() }}
        aria-label={t('log.events')}
        aria-busy={pages.isFetchingNextPage}
      >
        {items.map(({ index, key, start }) => {
          const line = lines[index]
          if (!line) return null
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              data-event={'event' in line ? line.key : undefined}
              className={classes.line}
              style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
              aria-posinset={index + 1}
              aria-setsize={pages.hasNextPage ? -1 : lines.length}
            >
              {'day' in line ? (
                <h2 className={classes.day}>{formatDate(line.day)}</h2>
              ) : (
                <EventRow
                  event={line.event}
                  open={search.open === line.key}
                  environmentType={typeOf(line.event.environment ?? '')}
                  withProject={fixed.project === undefined}
                  onRevert={() => revert(line.event)}
                  onToggle={() =>
                    onSearch({ ...search, open: search.open === line.key ? undefined : line.key })
                  }
                />
              )}
            </li>
          )
        })}
      </ul>
      {log.count > 0 && <p className={classes.end}>{t(pages.hasNextPage ? 'log.more' : 'log.end')}</p>}
      {dialog}
    </>
  )
}

/** Loaded pages are kept, and new events are added on top. If there is a gap between them, the pages are reloaded. */
function useLog(search: LogSearch, paused: boolean) {
  const pages = useInfiniteQuery({ ...eventPages(search), placeholderData: keepPreviousData })
  const { data: newest } = useQuery({
    ...newestEvents(search),
    enabled: !paused && pages.isSuccess && !pages.isPlaceholderData,
  })
  const known = useMemo(() => pages.data?.pages.map(({ events }) => events) ?? [], [pages.data])
  const isStale = newest !== undefined && hasGap(newest.events, known[0] ?? [], HEAD)
  const { refetch } = pages
  useEffect(() => {
    if (isStale) void refetch()
  }, [isStale, refetch])
  const events = useMemo(() => mergeEvents(choicesOf({ data: newest?.events }), known), [newest, known])
  const lines = useMemo(() => withDays(events), [events])
  return { lines, pages, count: events.length, total: newest?.total ?? pages.data?.pages[0]?.total ?? 0 }
}
