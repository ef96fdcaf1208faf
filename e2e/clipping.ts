import { expect, type Page } from '@playwright/test'

/**
 * No text is cut off by an element that hides what is outside of it. Texts that end with an ellipsis or after a number of
 * lines are meant to be cut, and what can be scrolled is not.
 */
export async function expectNoClippedText(page: Page, about = '') {
  expect(await page.evaluate(findClipped), `${about} cuts texts off`).toEqual([])
}

/** Runs in the page. */
function findClipped(): string[] {
  const TOLERANCE = 1.5
  const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
  const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
  const clipped: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (
      !parent ||
      text === '' ||
      !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
      continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (box.width === 0 || box.height === 0) continue
    let [seesX, seesY] = [true, true]
    for (let element: Element | null = parent; element && (seesX || seesY); element = element.parentElement) {
      const style = getComputedStyle(element)
      const edge = element.getBoundingClientRect()
      // Texts for screen readers only, and what is folded, are hidden as a whole.
      if (edge.width <= 1 || edge.height <= 1) break
      const isCut = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
      const isFixed = style.position === 'fixed'
      if (isCut && (hides(style.overflowX) || hides(style.overflowY))) break
      if (scrolls(style.overflowX)) seesX = false
      if (scrolls(style.overflowY)) seesY = false
      const overX =
        seesX &&
        hides(style.overflowX) &&
        (box.left < edge.left - TOLERANCE || box.right > edge.right + TOLERANCE)
      const overY =
        seesY &&
        hides(style.overflowY) &&
        (box.top < edge.top - TOLERANCE || box.bottom > edge.bottom + TOLERANCE)
      if (overX || overY) {
        const name = element.className.toString().split(' ')[0] ?? ''
        clipped.push(`“${text.slice(0, 60)}” in ${element.tagName.toLowerCase()}.${name}`)
        break
      }
      if (isFixed) break
    }
  }
  return [...new Set(clipped)].slice(0, 10)
}
