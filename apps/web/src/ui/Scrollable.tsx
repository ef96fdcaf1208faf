import type { ComponentProps } from 'react'

/** A part of the page that scrolls: it can have the focus, so that it scrolls by keyboard. */
export const Scrollable = (props: ComponentProps<'section'>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: only what has the focus scrolls by keyboard
  <section {...props} tabIndex={0} />
)
