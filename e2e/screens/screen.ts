import type { Page } from '@playwright/test'

export const PROJECT = 'screens'
export const FLAG = 'screens-flag'
export const BESIDE = 'screens-other'
/** A flag with a release plan. */
export const PLANNED = 'screens-planned'

/** A flag with an object as value, and with references in code. */
export const TYPED = 'screens-typed'

export const REVIEWED = 'screens-reviews'

export type Prepared = {
  segment: number
  rule: string
  group: number
  role: number
  request: number
  scheduled: number
  suspended: number
  freeze: number
  template: string
  integration: number
  banner: number
  endpoint: number
  actions: number
}

export type Screen = {
  path: string | ((prepared: Prepared) => string)
  /** The object in the path does not exist, so the browser logs a 404. */
  missing?: true
  /** Menus and dialogs, with the action that opens each. */
  opens?: Record<string, (page: Page) => Promise<unknown>>
}

export const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()
export const key = (keys: string) => async (page: Page) => {
  await page.locator('main h1').first().waitFor()
  await page.keyboard.press(keys)
}
/** Opens a menu and clicks an item. */
export const item = (menu: string | RegExp, name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: menu }).first().click()
  await page.getByRole('menuitem', { name }).click()
}

export const project = `/projects/${PROJECT}`
export const flag = `${project}/features/${FLAG}`
