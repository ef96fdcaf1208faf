import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 30

/** Text somebody is typing: shown at once, handed on when the fingers rest. */
export function useTyped(value: string, hand: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value)
  const latest = useRef({ hand, handed: value })
  latest.current.hand = hand
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // Changed from elsewhere: by "clear", or by going back.
    if (value !== latest.current.handed) setText(value)
    latest.current.handed = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      latest.current.handed = next
      latest.current.hand(next)
    }, PAUSE_MS)
  }
  return [text, type]
}
