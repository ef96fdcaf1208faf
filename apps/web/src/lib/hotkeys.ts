import { useEffect, useRef, useSyncExternalStore } from 'react'

/** `c`, `/`, `?`, `Shift+A`, `mod+k` (Ctrl or ⌘), `mod+Enter`. Single letters are ignored while the user is typing. */
export type Hotkey = { keys: string; label: string; run(event: KeyboardEvent): void; anywhere?: boolean }

let hotkeys: readonly Hotkey[] = []
const listeners = new Set<() => void>()
const set = (list: readonly Hotkey[]) => {
  hotkeys = list
  for (const listener of listeners) listener()
}

/** Switches and checkboxes do not accept text. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLInputElement
    ? !/^(checkbox|radio|button|submit)$/.test(target.type)
    : target instanceof HTMLElement &&
      (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName))

export function matchesKeys(keys: string, event: KeyboardEvent): boolean {
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  const mod = parts.includes('mod')
  if (mod !== (event.ctrlKey || event.metaKey) || event.altKey) return false
  if (parts.includes('Shift') !== event.shiftKey && /^[A-Za-z]$/.test(key)) return false
  return event.key.toLowerCase() === key.toLowerCase()
}

addEventListener('keydown', (event) => {
  const found = hotkeys.findLast((hotkey) => matchesKeys(hotkey.keys, event))
  if (!found || (isTyping(event.target) && !found.keys.includes('mod'))) return
  if (document.querySelector('[role=dialog]') && !found.keys.includes('mod')) return
  event.preventDefault()
  found.run(event)
})

/** Registers a hotkey while the component is mounted. Later ones override earlier ones. */
export function useHotkey(
  keys: string,
  label: string,
  run: (event: KeyboardEvent) => void,
  anywhere = false,
) {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const hotkey: Hotkey = { keys, label, anywhere, run: (event) => latest.current(event) }
    set([...hotkeys, hotkey])
    return () => set(hotkeys.filter((other) => other !== hotkey))
  }, [keys, label, anywhere])
}

export const useHotkeys = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => hotkeys,
  )
