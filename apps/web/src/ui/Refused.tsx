import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Refusal } from '../lib/session.ts'

/** What somebody may not do stays visible and says which permission is missing. */
export function Refused({ why, children }: { why: Refusal; children: ReactElement }) {
  if (!why) return children
  return (
    <Tooltip label={why} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      {children}
    </Tooltip>
  )
}
