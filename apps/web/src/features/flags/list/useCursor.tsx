import { useState } from 'react'
import { useHotkey } from '../../../lib/hotkeys.ts'
import { t } from './messages.ts'

type CursorProps = {
  total: number
  reach: { current: (index: number) => void }
}

/**
 * The row that keyboard shortcuts apply to: its name is focused, so that Enter opens it and screen readers announce it.
 */
export function useCursor({ total, reach }: CursorProps) {
  const [cursor, setCursor] = useState(-1)
  const go = (step: number) => {
    if (total === 0) return
    const next = Math.min(total - 1, Math.max(0, cursor + step))
    setCursor(next)
    reach.current(next)
  }
  useHotkey('j', t('key.down'), () => go(1))
  useHotkey('k', t('key.up'), () => go(-1))
  return { cursor: cursor < total ? cursor : -1, setCursor }
}

/** Hotkey for the n-th environment column. */
export function SwitchKey({ number, onPress }: { number: number; onPress(): void }) {
  useHotkey(String(number), t('key.switch', { number }), onPress)
  return null
}
