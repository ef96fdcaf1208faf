import { ActionIcon, Button } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatMoment, formatSpan } from '../../../lib/format.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { Mark, Message, Place } from './Message.tsx'
import { t } from './messages.ts'
import classes from './notifications.module.css'
import { notificationList, useMarkRead, useReadAll } from './queries.ts'

const MOST_SHOWN = 6

/** The newest notifications, below the bell. */
export function NotificationPanel({ unread, onClose }: { unread: number; onClose: () => void }) {
  const { data, error } = useQuery(notificationList)
  const markRead = useMarkRead()
  const readAll = useReadAll()
  return (
    <div className={classes.panel}>
      <header>
        <h2>{t('notifications.title')}</h2>
        <span className="dim small num">{t('notifications.unreadCount', { count: unread })}</span>
        <Button
          variant="subtle"
          aria-disabled={unread === 0 || undefined}
          onClick={() => unread > 0 && readAll.mutate()}
        >
          {t('notifications.readAll')}
        </Button>
        <ActionIcon
          component={Link}
          to="/profile/notifications"
          aria-label={t('notifications.preferences')}
          onClick={onClose}
        >
          <IconSettings size={16} stroke={1.5} />
        </ActionIcon>
      </header>
      {error && <p className={classes.none}>{error.message}</p>}
      {!data && !error && <Loading rows={3} />}
      {data?.length === 0 && <p className={classes.none}>{t('notifications.emptyText')}</p>}
      <ul>
        {data?.slice(0, MOST_SHOWN).map((one) => (
          <li key={one.id}>
            <Link
              to={one.link}
              className={classes.item}
              onClick={() => {
                if (one.readAt === null) markRead.mutate([one.id])
                onClose()
              }}
            >
              <Mark notification={one} />
              <span className={classes.text} data-unread={one.readAt === null}>
                <Message notification={one} />
                <Place notification={one} />
              </span>
              <time className="dim small num" dateTime={one.createdAt} title={formatMoment(one.createdAt)}>
                {formatSpan(one.createdAt)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
      <footer>
        <Link to="/notifications" className="link" onClick={onClose}>
          {t('notifications.all')}
        </Link>
        <span className="dim small">{t('notifications.kept')}</span>
      </footer>
    </div>
  )
}
