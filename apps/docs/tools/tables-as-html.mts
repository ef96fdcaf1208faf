type Node = {
  type: string
  tagName?: string
  properties?: object
  value?: string
  children?: Node[]
  [key: string]: unknown
}

/** Links are rendered by React. */
const plain = new Set(['thead', 'tbody', 'tr', 'th', 'td', 'code', 'strong', 'em', 'br'])

/**
 * Passes tables without links to the page as HTML. As React elements, they would be a third of the scripts, and three
 * times as long.
 */
export const tablesAsHtml = () => (tree: Node) => {
  const replace = (parent: Node) => {
    for (const [index, child] of (parent.children ?? []).entries()) {
      const html = child.tagName === 'table' ? htmlOf(child.children ?? []) : undefined
      if (html === undefined) replace(child)
      else if (parent.children) parent.children[index] = elementOf(html)
    }
  }
  replace(tree)
}

const elementOf = (html: string): Node => ({
  type: 'mdxJsxFlowElement',
  name: 'HtmlTable',
  attributes: [{ type: 'mdxJsxAttribute', name: 'html', value: html }],
  children: [],
})

/** Undefined if something in it is not plain, or has attributes. */
function htmlOf(nodes: readonly Node[]): string | undefined {
  let html = ''
  for (const { type, tagName = '', properties = {}, value = '', children = [] } of nodes) {
    if (type === 'text') html += value.trim() === '' && value.includes('\n') ? '' : escapeHtml(value)
    else if (!plain.has(tagName) || Object.keys(properties).length > 0) return undefined
    else {
      const inner = htmlOf(children)
      if (inner === undefined) return undefined
      html += tagName === 'br' ? '<br>' : `<${tagName}>${inner}</${tagName}>`
    }
  }
  return html
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
