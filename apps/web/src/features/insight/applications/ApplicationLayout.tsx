import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { formatAge, formatDay } from '../../../lib/format.ts'
import { ListPage } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { TabLinks } from '../../../ui/TabLinks.tsx'
import { t } from './messages.ts'
import { pathOf, useApp, useAppPage } from './place.ts'
import { applicationDetails } from './queries.ts'

/** The header that all tabs of an application share. */
export function ApplicationLayout() {
  const app = useApp()
  const { data, error, refetch } = useQuery(applicationDetails(app))
  if (!data) return error ? <Failed app={app} error={error} retry={() => void refetch()} /> : <Loading />
  const path = pathOf(app)
  return (
    <ListPage
      title={app}
      facts={
        <>
          <span>{t('app.seen', { age: formatAge(data.lastSeen) })}</span>
          <span>{t('app.first', { day: formatDay(data.createdAt) })}</span>
          <span>{t('app.flags', { count: data.seenToggles.length })}</span>
        </>
      }
      tabs={
        <TabLinks
          label={t('tab.label')}
          tabs={[
            { to: path, label: t('tab.overview') },
            { to: `${path}/instances`, label: t('tab.instances'), count: data.instances.length },
            { to: `${path}/settings`, label: t('tab.settings') },
          ]}
        />
      }
    >
      <Outlet />
    </ListPage>
  )
}

function Failed({ app, error, retry }: { app: string; error: Error; retry(): void }) {
  useAppPage(app)
  return <ErrorState error={error} retry={retry} />
}
