import { useEffect, useRef } from 'react'
import { cancelSince, lastChange } from '../lib/inFlight.ts'

/** Closes a dialog or form. If it is saving, the request is stopped. */
export function useCancel(busy: boolean, close: () => void) {
  const before = useRef(0)
  useEffect(() => {
    if (!busy) before.current = lastChange()
  })
  return () => {
    if (busy) cancelSince(before.current)
    close()
  }
}
