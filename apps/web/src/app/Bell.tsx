import { ActionIcon, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { NotificationPanel } from '../features/insight/notifications/index.ts'
import { uiConfig } from '../lib/session.ts'
import { t } from '../messages/en.ts'
import classes from './Bell.module.css'

const MOST_SHOWN = 99
/** The page without its menus and dialogs. */
const BELOW_PANEL = '#content > :not([data-mantine-shared-portal-node])'

/** The number of unread notifications; the newest are loaded when it is opened. */
export function Bell() {
  const [open, setOpen] = useState(false)
  const { unreadNotifications: count = 0 } = useSuspenseQuery(uiConfig).data
  // The panel covers part of the page, so what is half hidden below it cannot be used.
  useEffect(() => {
    if (!open) return
    const parts = [...document.querySelectorAll<HTMLElement>(BELOW_PANEL)]
    for (const part of parts) part.inert = true
    return () => {
      for (const part of parts) part.inert = false
    }
  }, [open])
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={440} trapFocus>
      <Popover.Target>
        <ActionIcon
          className={classes.bell}
          aria-label={t('bell.label', { count })}
          onClick={() => setOpen(!open)}
        >
          <IconBell size={16} stroke={1.5} />
          {count > 0 && (
            <span className={classes.count} aria-hidden="true">
              {Math.min(count, MOST_SHOWN)}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label={t('bell.label', { count: 0 })}>
        <Suspense>
          <NotificationPanel unread={count} onClose={() => setOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
