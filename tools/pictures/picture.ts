import type { Page } from 'playwright'
import type { Shop } from './shop.ts'

/** A picture of a screen with the demo shop. */
export type Picture = {
  name: string
  path: string | ((shop: Shop) => Promise<string>)
  /** Brings the screen into the state that the picture shows. */
  open?: (page: Page) => Promise<unknown>
  /** What to show: everything that a selector finds, or the whole window. Otherwise the page below the header. */
  of?: 'window' | (string & {})
  window?: { width?: number; height?: number }
  /** Sources of the screen below `apps/web/src`: if they change, the picture may be outdated. */
  shows: readonly string[]
}
