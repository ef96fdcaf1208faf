import { Tooltip } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Refusal } from '../lib/session.ts'
import { t } from '../messages/en.ts'
import classes from './Refused.module.css'

/** Actions without permission stay visible and show which permission is missing. */
export function Refused({ why, children }: { why: Refusal; children: ReactElement }) {
  if (!why) return children
  return (
    <Tooltip label={why} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      {children}
    </Tooltip>
  )
}

/** Above a form that the user can read but not save. */
export function ReadOnly({ why }: { why: string }) {
  return (
    <p className={classes.readOnly} role="note">
      <IconLock size={16} stroke={1.5} />
      <span>
        {t('can.readOnly')} {why}
      </span>
    </p>
  )
}
