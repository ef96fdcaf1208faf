import type { Notification } from '@flagstaff/contract/notifications'
import { Button, Kbd, SegmentedControl } from '@mantine/core'
import { IconBell, IconChecks, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { formatAge, formatMoment } from '../../../lib/format.ts'
import { useHotkey } from '../../../lib/hotkeys.ts'
import { ListPage } from '../../../ui/List.tsx'
import { ListTabs } from '../../../ui/ListTabs.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NoMatch } from '../../../ui/NoMatch.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { kinds, type Tab, tabs } from './kinds.ts'
import { Mark, Message, Place } from './Message.tsx'
import { t } from './messages.ts'
import classes from './notifications.module.css'
import { notificationList, useMarkRead, useReadAll } from './queries.ts'

const isIn = (tab: Tab, { kind }: Notification) => tab === 'all' || kinds[kind].tab === tab
const isUnread = ({ readAt }: Notification) => readAt === null

export function NotificationList() {
  usePage([{ label: t('notifications.title') }])
  const { data, error, refetch } = useQuery(notificationList)
  const unread = data?.filter(isUnread).length ?? 0
  return (
    <ListPage
      title={t('notifications.title')}
      purpose={t('notifications.text')}
      facts={data && t('notifications.unreadCount', { count: unread })}
      actions={<Actions unread={unread} />}
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && (
        <State
          icon={<IconBell size={20} stroke={1.5} />}
          title={t('notifications.empty')}
          text={t('notifications.emptyText')}
        />
      )}
      {data && data.length > 0 && <Found list={data} />}
    </ListPage>
  )
}

function Actions({ unread }: { unread: number }) {
  const readAll = useReadAll()
  const read = () => {
    if (unread > 0) readAll.mutate()
  }
  useHotkey('e', t('notifications.readAll'), read)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconChecks size={14} stroke={1.75} />}
        rightSection={<Kbd>E</Kbd>}
        aria-disabled={unread === 0 || undefined}
        onClick={read}
      >
        {t('notifications.readAll')}
      </Button>
      <Button
        component={Link}
        to="/profile/notifications"
        variant="default"
        leftSection={<IconSettings size={14} stroke={1.75} />}
      >
        {t('notifications.preferences')}
      </Button>
    </>
  )
}

function Found({ list }: { list: readonly Notification[] }) {
  const { about, unread } = useSearch({ from: '/notifications' })
  const navigate = useNavigate()
  const tab = tabs.find((one) => one === about) ?? 'all'
  const go = (next: Tab, onlyUnread: boolean) =>
    void navigate({
      to: '/notifications',
      search: { ...(next === 'all' ? {} : { about: next }), ...(onlyUnread ? { unread: true } : {}) },
      replace: true,
    })
  const wanted = list.filter((one) => !unread || isUnread(one))
  const shown = wanted.filter((one) => isIn(tab, one))
  return (
    <ListTabs
      label={t('notifications.tabs')}
      tabs={tabs.map((value) => ({
        value,
        label: t(`tab.${value}`),
        count: wanted.filter((one) => isIn(value, one)).length,
      }))}
      value={tab}
      onChange={(next) => go(next, unread === true)}
    >
      <div className={classes.filters}>
        <SegmentedControl
          aria-label={t('notifications.which')}
          data={[
            { value: 'all', label: t('notifications.every') },
            { value: 'unread', label: t('notifications.unread') },
          ]}
          value={unread ? 'unread' : 'all'}
          onChange={(value) => go(tab, value === 'unread')}
        />
      </div>
      {shown.length === 0 && <NoMatch onClear={() => go('all', false)} />}
      <Days list={shown} />
    </ListTabs>
  )
}

function Days({ list }: { list: readonly Notification[] }) {
  const today = new Date().toDateString()
  const isToday = ({ createdAt }: Notification) => new Date(createdAt).toDateString() === today
  const days = [
    { label: t('notifications.today'), rows: list.filter(isToday) },
    { label: t('notifications.earlier'), rows: list.filter((one) => !isToday(one)) },
  ]
  return days
    .filter(({ rows }) => rows.length > 0)
    .map(({ label, rows }) => (
      <section key={label} aria-label={label}>
        <h2 className={classes.day}>
          {label} <span className="dim num">{rows.length}</span>
        </h2>
        <ul className={classes.list}>
          {rows.map((one) => (
            <Row key={one.id} notification={one} />
          ))}
        </ul>
      </section>
    ))
}

function Row({ notification }: { notification: Notification }) {
  const { id, kind, link, createdAt, subject } = notification
  const markRead = useMarkRead()
  return (
    <li className={classes.row}>
      <Mark notification={notification} />
      <span className={classes.text} data-unread={isUnread(notification)}>
        <Message notification={notification} />
        <Place notification={notification} />
      </span>
      <Button
        component={Link}
        to={link}
        variant="default"
        onClick={() => isUnread(notification) && markRead.mutate([id])}
      >
        {t(`action.${kind}`)}
        <span className="hidden"> {subject}</span>
      </Button>
      <time className="dim small num" dateTime={createdAt} title={formatMoment(createdAt)}>
        {formatAge(createdAt)}
      </time>
    </li>
  )
}
