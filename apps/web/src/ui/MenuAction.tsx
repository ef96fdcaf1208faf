import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Refusal } from '../lib/session.ts'
import classes from './MenuAction.module.css'
import { Refused } from './Refused.tsx'

type MenuActionProps = {
  icon?: ReactNode
  /** Why it is not allowed; the item stays focusable and shows the reason. */
  why?: Refusal
  danger?: boolean
  /** At the end: its keyboard shortcut, or an icon. */
  aside?: ReactNode
  onClick(): void
  children: ReactNode
}

export function MenuAction({ icon, why, danger, aside, onClick, children }: MenuActionProps) {
  return (
    <Refused why={why}>
      <Menu.Item
        className={danger && !why ? classes.danger : why ? classes.refused : undefined}
        aria-disabled={why ? true : undefined}
        leftSection={icon}
        rightSection={aside}
        closeMenuOnClick={!why}
        onClick={why ? undefined : onClick}
      >
        {children}
      </Menu.Item>
    </Refused>
  )
}
