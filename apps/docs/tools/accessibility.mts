type Element = { type: string; tagName?: string; properties?: object; children?: Element[] }

/** What Markdown cannot say, but screen readers need. */
export const accessibility = () => (tree: Element) => {
  const visit = (element: Element) => {
    for (const child of element.children ?? []) visit(child)
    nameNoEmptyColumn(element)
    labelTask(element)
  }
  visit(tree)
}

/** An empty cell in the head of a table is no header: it would be read as a column without a name. */
function nameNoEmptyColumn(element: Element) {
  if (element.tagName === 'th' && element.children?.length === 0) element.tagName = 'td'
}

/** The text behind the checkbox of a task is its label. */
function labelTask(element: Element) {
  const children = element.children ?? []
  if (children.some(({ tagName }) => tagName === 'input'))
    element.children = [{ type: 'element', tagName: 'label', properties: {}, children }]
}
