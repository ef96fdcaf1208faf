import type { MessagePart, Notification } from '@flagstaff/contract/notifications'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Children, type ReactNode } from 'react'
import { environmentList } from '../../../lib/session.ts'
import { formatMessage } from '../../../messages/messages.ts'
import { Environment } from '../../../ui/Environment.tsx'
import { kinds } from './kinds.ts'
import { t } from './messages.ts'
import classes from './notifications.module.css'

/** Whether it is unread, and what it is about. */
export function Mark({ notification: { kind, readAt } }: { notification: Notification }) {
  const { icon: Icon, tone } = kinds[kind]
  return (
    <>
      <span className={classes.dot} data-unread={readAt === null}>
        {readAt === null && <span className="hidden">{t('notifications.new')}</span>}
      </span>
      <span className={classes.icon} data-tone={tone}>
        <Icon size={16} stroke={1.5} aria-hidden="true" />
      </span>
    </>
  )
}

const show = ({ text, name }: MessagePart): ReactNode => {
  if (name) return <b>{text}</b>
  // Spaces stay outside of what is translated.
  return text.trim() === '' ? text : formatMessage(text)
}

export const Message = ({ notification: { parts } }: { notification: Notification }) =>
  Children.toArray(parts.map(show))

export function Place({ notification: { project, environment } }: { notification: Notification }) {
  const { data } = useSuspenseQuery(environmentList)
  const type = data.find(({ name }) => name === environment)?.type
  if (project === null) return null
  return (
    <span className={classes.place}>
      {project}
      {environment !== null && <Environment name={environment} type={type ?? ''} />}
    </span>
  )
}
