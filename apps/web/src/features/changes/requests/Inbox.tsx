import { Kbd } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { me } from '../../../lib/session.ts'
import { ListPage } from '../../../ui/List.tsx'
import { ListTabs } from '../../../ui/ListTabs.tsx'
import { actionableCount } from './actionable.ts'
import classes from './lists.module.css'
import { t } from './messages.ts'
import { type RequestFilter, requestTotal } from './queries.ts'
import { RequestPages } from './RequestPages.tsx'
import { type InboxTab, inboxTabs } from './search.ts'

/** The requests of all projects: those that wait for the user first. */
export function Inbox() {
  usePage([{ label: t('title') }])
  const { tab = 'review' } = useSearch({ from: '/change-requests' })
  const navigate = useNavigate()
  const { user } = useSuspenseQuery(me).data
  const filters: Record<InboxTab, RequestFilter> = {
    review: { actionable: 'IS:true' },
    mine: { createdBy: `IS:${user.id}`, state: 'IS:open' },
    scheduled: { state: 'IS:Scheduled' },
    all: {},
  }
  const waiting = useQuery(actionableCount).data
  const counts: Record<InboxTab, number | undefined> = {
    review: waiting,
    mine: useQuery(requestTotal(filters.mine)).data,
    scheduled: useQuery(requestTotal(filters.scheduled)).data,
    all: useQuery(requestTotal(filters.all)).data,
  }
  const open = (next: InboxTab) =>
    void navigate({
      to: '/change-requests',
      search: next === 'review' ? {} : { tab: next },
      replace: true,
    })
  return (
    <ListPage
      title={t('title')}
      purpose={t('text')}
      facts={waiting ? t('facts.waiting', { count: waiting }) : undefined}
    >
      <ListTabs
        label={t('tabs')}
        tabs={inboxTabs.map((value) => ({ value, label: t(`tab.${value}`), count: counts[value] }))}
        value={tab}
        onChange={open}
      >
        {counts[tab] ? <Keys /> : null}
        <RequestPages key={tab} filter={filters[tab]} empty={tab} withProject />
      </ListTabs>
    </ListPage>
  )
}

const Keys = () => (
  <p className={classes.keys} aria-hidden="true">
    <Kbd>J</Kbd> <Kbd>K</Kbd> {t('keys.hint')}, <Kbd>Enter</Kbd> {t('keys.open')}
  </p>
)
