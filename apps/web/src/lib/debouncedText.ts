import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 30

/** Debounced text input: shown at once, passed on after a pause in typing. */
export function useDebouncedText(
  value: string,
  hand: (text: string) => void,
): [string, (text: string) => void] {
  const [text, setText] = useState(value)
  const handed = useRef(value)
  useEffect(() => {
    // The value was changed elsewhere: by "clear", or by navigating back.
    if (value !== handed.current) setText(value)
    handed.current = value
  }, [value])
  const pass = useDebouncedCallback((next: string) => {
    handed.current = next
    hand(next)
  }, PAUSE_MS)
  const type = (next: string) => {
    setText(next)
    pass(next)
  }
  return [text, type]
}
