import { useState } from 'react'
import { useHotkey } from '../../../lib/hotkeys.ts'
import { t } from './messages.ts'

type CursorProps = {
  total: number
  reach: { current: (index: number) => void }
}

/** The row the keys act on: the focus is on its name, so Enter opens it and a screen reader says it. */
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

/** The n-th environment column, by its number. */
export function SwitchKey({ number, onPress }: { number: number; onPress(): void }) {
  useHotkey(String(number), t('key.switch', { number }), onPress)
  return null
}
