import type { ReactNode } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { t as admin } from '../../../messages/admin.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { ListPage } from '../../../ui/List.tsx'
import { TabLinks } from '../../../ui/TabLinks.tsx'
import { t } from './messages.ts'

const tabs = () => [
  { to: '/admin/network', label: t('tab.overview') },
  { to: '/admin/network/traffic', label: t('tab.traffic') },
  { to: '/admin/network/data-usage', label: t('tab.usage') },
  { to: '/admin/network/backend-connections', label: t('tab.connections') },
  { to: '/admin/network/frontend-data-usage', label: t('tab.requests') },
]

type NetworkPageProps = {
  current: string
  facts?: ReactNode
  actions?: ReactNode
  filters?: ReactNode
  children: ReactNode
}

/** The layout of the network pages. */
export function NetworkPage({ current, facts, actions, filters, children }: NetworkPageProps) {
  const label = tabs().find(({ to }) => to === current)?.label ?? ''
  usePage([
    { label: admin('admin.title'), to: '/admin' },
    { label: t('title'), to: '/admin/network' },
    { label },
  ])
  return (
    <AdminPage current="/admin/network">
      <ListPage
        title={t('title')}
        purpose={t('purpose')}
        facts={facts}
        actions={actions}
        tabs={<TabLinks label={t('pages')} tabs={tabs()} />}
        filters={filters}
      >
        {children}
      </ListPage>
    </AdminPage>
  )
}
