import { Button } from '@mantine/core'
import { IconApps } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Column, FilterBox, ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NoMatch } from '../../../ui/NoMatch.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { t } from './messages.ts'
import { Pager } from './parts.tsx'
import type { ListSearch } from './search.ts'

type AppTableProps<Row> = {
  title: string
  actions?: ReactNode
  search: ListSearch
  data: { total: number; applications: readonly Row[] } | undefined
  error: Error | null
  columns: readonly Column<Row>[]
  empty: { title: string; text: string }
  keyOf(row: Row): string
  onSearch(search: ListSearch): void
  onRetry(): void
}

/** A paginated table of applications; the server searches and sorts. */
export function AppTable<Row>(props: AppTableProps<Row>) {
  const { title, search, data, error, columns, empty, keyOf, onSearch } = props
  const { q = '', order, page = 1 } = search
  const isEmpty = data?.total === 0 && q === ''
  const filter = (text: string) => onSearch({ ...search, q: text || undefined, page: undefined })
  return (
    <ListPage
      title={title}
      facts={data && !isEmpty && t('apps.count', { count: data.total })}
      actions={props.actions}
      filters={data && !isEmpty && <FilterBox label={t('apps.filter')} value={q} onChange={filter} />}
    >
      {error && !data && <ErrorState error={error} retry={props.onRetry} />}
      {!data && !error && <Loading />}
      {isEmpty && (
        <State
          icon={<IconApps size={20} stroke={1.5} />}
          title={empty.title}
          text={empty.text}
          action={
            <Button component={Link} to="/admin/api" variant="default">
              {t('apps.tokens')}
            </Button>
          }
        />
      )}
      {data?.total === 0 && !isEmpty && <NoMatch onClear={() => filter('')} />}
      {data && data.total > 0 && (
        <>
          <Rows
            rows={data.applications}
            columns={columns}
            keyOf={keyOf}
            label={title}
            sorted={{ by: 'name', descending: order === 'desc' }}
            onSort={({ descending }) =>
              onSearch({ ...search, order: descending ? 'desc' : undefined, page: undefined })
            }
          />
          <Pager
            page={page}
            total={data.total}
            onPage={(next) => onSearch({ ...search, page: next > 1 ? next : undefined })}
          />
        </>
      )}
    </ListPage>
  )
}
