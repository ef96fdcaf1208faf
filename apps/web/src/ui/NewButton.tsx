import { Button, Kbd } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useHotkey } from '../lib/hotkeys.ts'
import type { Refusal } from '../lib/session.ts'
import { Refused } from './Refused.tsx'

type NewButtonProps = {
  label: string
  /** Why nothing can be made here; then it stays, can be reached, and says so. */
  why?: Refusal
  onClick(): void
  /** Somebody is about to click: what comes next may already be fetched. */
  onNear?: () => void
}

/** Makes one more of what the page lists; so does the key C. */
export function NewButton({ label, why, onClick, onNear }: NewButtonProps) {
  const run = () => {
    if (!why) onClick()
  }
  useHotkey('c', label, run)
  return (
    <Refused why={why}>
      <Button
        leftSection={<IconPlus size={14} stroke={2} />}
        rightSection={<Kbd>C</Kbd>}
        aria-disabled={why ? true : undefined}
        onMouseEnter={onNear}
        onFocus={onNear}
        onClick={run}
      >
        {label}
      </Button>
    </Refused>
  )
}
