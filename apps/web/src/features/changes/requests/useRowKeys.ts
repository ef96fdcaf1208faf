import { useRef } from 'react'
import { useHotkey } from '../../../lib/hotkeys.ts'
import { t } from './messages.ts'

/** J and K move the focus between the links of a list; Enter opens the focused one. */
export function useRowKeys() {
  const list = useRef<HTMLDivElement>(null)
  const move = (by: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    const next = at === -1 ? (by === 1 ? 0 : links.length - 1) : at + by
    links[Math.min(Math.max(next, 0), links.length - 1)]?.focus()
  }
  useHotkey('j', t('keys.next'), () => move(1))
  useHotkey('k', t('keys.previous'), () => move(-1))
  return list
}
