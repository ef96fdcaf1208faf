import type { Page } from 'playwright'
import type { Shop } from './shop.ts'

export const project = '/projects/checkout'

export const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()

/** Opens a menu and clicks an item. */
export const item = (menu: string | RegExp, name: string | RegExp) => async (page: Page) => {
  await button(menu)(page)
  await page.getByRole('menuitem', { name }).click()
}

/** The number of an object by its name, in a response that is a list in an object. */
export async function idOf({ call }: Shop, path: string, wanted: string): Promise<number | undefined> {
  const response = await call<Record<string, { id: number; name: string }[]>>('GET', path)
  const lists = Object.values(response).filter(Array.isArray)
  return lists.flat().find(({ name }) => name === wanted)?.id
}
