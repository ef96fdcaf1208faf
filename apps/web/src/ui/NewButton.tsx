import { Button, Kbd } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useHotkey } from '../lib/hotkeys.ts'
import type { Refusal } from '../lib/session.ts'
import { Refused } from './Refused.tsx'

type NewButtonProps = {
  label: string
  /** Why nothing can be created here; the button stays focusable and shows the reason. */
  why?: Refusal
  onClick(): void
  /** The pointer or focus is on the button: preload the next page. */
  onNear?: () => void
}

/** Creates a new object in this list; so does the key C. */
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
