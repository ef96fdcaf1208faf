import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { ApiError } from '../../../lib/api.ts'
import { AskProvider } from '../../../ui/Ask.tsx'
import { LoadingCards } from '../../../ui/Loading.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { TabLinks } from '../../../ui/TabLinks.tsx'
import { FlagHeader } from './FlagHeader.tsx'
import { MissingFlag } from './MissingFlag.tsx'
import { t } from './messages.ts'
import { pathOf, usePlace } from './place.ts'
import { flagDetail } from './queries.ts'

/** The header that all tabs of a flag share: name, actions, tabs. */
export function FlagLayout() {
  const place = usePlace()
  const { data, error, refetch } = useQuery(flagDetail(place))
  if (error instanceof ApiError && error.status === 404) return <MissingFlag place={place} error={error} />
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <LoadingCards title cards={[4, 3, 3]} />
  const path = pathOf(place)
  return (
    <AskProvider>
      <FlagHeader place={place} flag={data} />
      <TabLinks
        label={t('page.tabs')}
        tabs={[
          { to: path, label: t('tab.overview') },
          { to: `${path}/metrics`, label: t('tab.metrics') },
          { to: `${path}/comments`, label: t('tab.comments'), count: data.commentCount || undefined },
          { to: `${path}/logs`, label: t('tab.log') },
          { to: `${path}/code`, label: t('tab.code'), count: data.codeReferenceCount || undefined },
          { to: `${path}/settings`, label: t('tab.settings') },
        ]}
      />
      <Outlet />
    </AskProvider>
  )
}
