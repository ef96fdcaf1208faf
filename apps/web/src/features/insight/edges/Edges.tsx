import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { boot } from '../../../lib/boot.ts'
import { usePage } from '../../../lib/crumbs.ts'
import { environmentList, uiConfig, useCan } from '../../../lib/session.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Snippets } from '../../../ui/Snippets.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { edgeColumns } from './edgeColumns.tsx'
import classes from './edges.module.css'
import { t } from './messages.ts'
import { edgeList, useDisconnectAll } from './queries.ts'
import { treeOf } from './tree.ts'

/** All connected edges, nested below their parents. */
export function Edges() {
  usePage([{ label: t('admin'), to: '/admin' }, { label: t('title') }])
  const { data, error, refetch } = useQuery(edgeList)
  const { data: environments } = useSuspenseQuery(environmentList)
  const typeOf = (name: string) => environments.find((one) => one.name === name)?.type ?? ''
  const edges = data?.edges
  return (
    <AdminPage current="/admin/edges">
      <ListPage
        title={t('title')}
        actions={<Disconnect />}
        facts={
          edges &&
          edges.length > 0 && (
            <>
              <span>{t('count', { count: new Set(edges.map(({ identifier }) => identifier)).size })}</span>
              <Late count={edges.filter(({ behind }) => behind > 0).length} />
            </>
          )
        }
      >
        {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading rows={3} />}
        {edges?.length === 0 && <NoEdge />}
        {edges && edges.length > 0 && (
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

const Late = ({ count }: { count: number }) => count > 0 && <span>{t('late', { count })}</span>

function Disconnect() {
  const refusal = useCan('ADMIN')
  const [isOpen, setOpen] = useState(false)
  const disconnect = useDisconnectAll()
  const close = () => setOpen(false)
  if (refusal) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlugConnectedX size={14} stroke={1.75} />}
        onClick={() => setOpen(true)}
      >
        {t('disconnect')}
      </Button>
      <Confirm
        opened={isOpen}
        title={t('disconnect.title')}
        label={t('disconnect')}
        busy={disconnect.isPending}
        onConfirm={() => disconnect.mutate(undefined, { onSettled: close })}
        onClose={close}
      >
        <p>{t('disconnect.text')}</p>
      </Confirm>
    </>
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
