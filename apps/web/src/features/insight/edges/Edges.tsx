import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { boot } from '../../../lib/boot.ts'
import { usePage } from '../../../lib/crumbs.ts'
import { environmentList, uiConfig } from '../../../lib/session.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Snippets } from '../../../ui/Snippets.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { edgeColumns } from './edgeColumns.tsx'
import classes from './edges.module.css'
import { t } from './messages.ts'
import { edgeList } from './queries.ts'
import { treeOf } from './tree.ts'

/** All connected edges, nested below their parents. */
export function Edges() {
  usePage([{ label: t('admin'), to: '/admin' }, { label: t('title') }])
  const { data, error, refetch } = useQuery(edgeList)
  const { data: environments } = useSuspenseQuery(environmentList)
  const typeOf = (name: string) => environments.find((one) => one.name === name)?.type ?? ''
  const edges = data?.edges ?? []
  const late = edges.filter(({ behind }) => behind > 0).length
  return (
    <AdminPage current="/admin/edges">
      <ListPage
        title={t('title')}
        facts={
          edges.length > 0 && (
            <>
              <span>{t('count', { count: new Set(edges.map(({ identifier }) => identifier)).size })}</span>
              {late > 0 && <span>{t('late', { count: late })}</span>}
            </>
          )
        }
      >
        {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading rows={3} />}
        {data && edges.length === 0 && <NoEdge />}
        {edges.length > 0 && (
          <Rows
            rows={treeOf(edges)}
            columns={edgeColumns(typeOf)}
            keyOf={({ edge }) => JSON.stringify([edge.identifier, edge.environment])}
            label={t('title')}
          />
        )}
      </ListPage>
    </AdminPage>
  )
}

function NoEdge() {
  const { data: config } = useQuery(uiConfig)
  const server = config?.unleashUrl || `${location.origin}${boot.basePath}`
  const token = '*:production.your-backend-token'
  return (
    <State
      title={t('none')}
      text={t('noneText')}
      action={
        <div className={classes.how}>
          <Snippets
            label={t('how')}
            snippets={[
              {
                language: t('shell'),
                code: `UPSTREAM_URL=${server} \\\nTOKENS='${token}' \\\npnpm start:edge`,
              },
              {
                language: t('docker'),
                code: `docker run -p 3063:3063 \\\n  -e UPSTREAM_URL=${server} \\\n  -e TOKENS='${token}' \\\n  flagstaff-edge`,
              },
            ]}
          />
        </div>
      }
    />
  )
}
