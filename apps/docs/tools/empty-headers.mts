type Element = { type: string; tagName?: string; children?: Element[] }

/** An empty cell in the head of a table is no header: screen readers would announce a column without a name. */
export const emptyHeaders = () => (tree: Element) => {
  const replace = (element: Element) => {
    if (element.tagName === 'th' && element.children?.length === 0) element.tagName = 'td'
    for (const child of element.children ?? []) replace(child)
  }
  replace(tree)
}
