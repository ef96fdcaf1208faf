/** An XML element with its direct children and text. */
export type Element = {
  /** Without its namespace prefix, so that a different prefix hides nothing from the checks. */
  name: string
  attributes: ReadonlyMap<string, string>
  parent: Element | undefined
  children: Element[]
  text: string
}

const MOST_ELEMENTS = 2_000
const DEEPEST = 40

const DECLARATION =
  /^\uFEFF?<\?xml\s+version=["']1\.0["'](?:\s+encoding=["']utf-8["'])?(?:\s+standalone=["'](?:yes|no)["'])?\s*\?>/i
const OPEN =
  /<([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const CLOSE = /<\/([\w:.-]+)\s*>/y
const TEXT = /[^<]+/y
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/**
 * Parses the subset of XML that SAML responses use: elements, attributes and text. Everything that two parsers could
 * read differently (document types, entities, comments, CDATA, processing instructions) is refused. Works in one pass,
 * with limited size and depth.
 */
export function readXml(xml: string): Element[] {
  const elements: Element[] = []
  const open: { element: Element; tag: string }[] = []
  let at = DECLARATION.exec(xml)?.[0].length ?? 0
  while (at < xml.length) {
    const inside = open.at(-1)
    const text = match(TEXT, xml, at)
    if (text) {
      if (inside) inside.element.text += decode(text[0])
      else if (text[0].trim() !== '') throw odd('text outside of the root element')
      at += text[0].length
      continue
    }
    const end = match(CLOSE, xml, at)
    if (end) {
      if (open.pop()?.tag !== end[1]) throw odd('an end tag that matches no start tag')
      at += end[0].length
      continue
    }
    const start = match(OPEN, xml, at)
    if (!start) throw odd('something other than elements and text')
    const [whole, tag = '', attributes = '', isEmpty] = start
    if (elements.length > 0 && !inside) throw odd('a second root element')
    if (elements.length >= MOST_ELEMENTS || open.length >= DEEPEST) throw odd('too many elements')
    const element = newElement(tag, readAttributes(attributes), inside?.element)
    elements.push(element)
    if (!isEmpty) open.push({ element, tag })
    at += whole.length
  }
  if (open.length > 0 || elements.length === 0) throw odd('an incomplete document')
  return elements
}

function newElement(tag: string, attributes: Element['attributes'], parent: Element | undefined): Element {
  const name = tag.slice(tag.indexOf(':') + 1)
  const element = { name, attributes, parent, children: [], text: '' }
  parent?.children.push(element)
  return element
}

function readAttributes(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', inDouble, inSingle] of text.matchAll(ATTRIBUTE)) {
    if (found.has(name)) throw odd('the same attribute twice')
    found.set(name, decode(inDouble ?? inSingle ?? ''))
  }
  return found
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const named = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])

function decode(text: string): string {
  if (text.includes(']]>')) throw odd('the end of a CDATA section')
  if (!text.includes('&')) return text
  return text.replace(/&([^;&]{0,10});?/g, (whole, body: string) => {
    const known = whole.endsWith(';') ? (named.get(body) ?? numbered(body)) : undefined
    if (known === undefined) throw odd('an entity')
    return known
  })
}

function numbered(body: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(body) ?? []
  const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
  const isText = code === 9 || code === 10 || code === 13 || (code >= 32 && code <= 0x10ffff)
  return isText && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : undefined
}

const odd = (what: string) => new Error(`The XML contains ${what}.`)
