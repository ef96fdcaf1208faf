import { createSpotlight } from '@mantine/spotlight'
import { flushSync } from 'react-dom'

type Made = ReturnType<typeof createSpotlight>

const made: Made = createSpotlight()
export const paletteStore: Made[0] = made[0]

export const SEARCH_ID = 'palette-search'

/** Opens synchronously, so that a letter typed right after Ctrl+K is not lost. */
export function openPalette() {
  flushSync(() => made[1].open())
  document.getElementById(SEARCH_ID)?.focus()
}
