import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from '@docusaurus/types'
import { linkPictures } from './pictures.mts'

// Writes the built site as Markdown for language models: each page beside its HTML, `llms.txt` with a line per page, and
// `llms-full.txt` with all pages except the operations of the API, which are as long as everything else together.

type Doc = { id: string; title: string; description: string; source: string; permalink: string }
type Item = { type?: string; id?: string; label: string; items?: Item[]; link?: Item }
type Content = { loadedVersions: [{ docs: Doc[]; sidebars: Record<string, Item[]> }] }

const names: Record<string, string> = { start: 'get started', sdks: 'SDKs' }
const nameOf = (bar: string) => (names[bar] ?? bar).replace(/^./, (letter) => letter.toUpperCase())

export const markdownPages = (): Plugin => ({
  name: 'markdown-pages',
  async postBuild({ siteDir, outDir, siteConfig: { url, baseUrl, title, tagline }, plugins }) {
    const { content } = plugins.find(({ name }) => name === 'docusaurus-plugin-content-docs') ?? {}
    const [{ docs, sidebars }] = (content as Content).loadedVersions
    const fileOf = (doc: Doc) => doc.source.replace('@site', siteDir)
    const pathOf = (doc: Doc) => `${doc.permalink.slice(baseUrl.length).replace(/\/$/, '') || 'index'}.md`
    const byFile = new Map(docs.map((doc) => [fileOf(doc), doc]))

    /** A page without front matter and JSX, with its generated tables and with links to the Markdown of other pages. */
    function read(file: string): string {
      let text = readFileSync(file, 'utf8').replace(/^---\n.*?\n---\n/s, '')
      for (const [line, name, from = ''] of text.matchAll(/^import (\w+) from '(\.\/_generated\/.*)'\n/gm))
        text = text.replace(line, '').replace(`<${name} />`, () => read(resolve(dirname(file), from)).trim())
      const jsx = /^(<div.*>|<\/div>|<[A-Z]\w* \/>|import \w+ from '@site.*'|\{\/\*.*\*\/\})\n/gm
      if (file.endsWith('.mdx')) text = text.replace(jsx, '')
      const linked = text.replace(/\]\((\.[^)#\s]*\.mdx?)(#[^)]*)?\)/g, (link, to: string, anchor = '') => {
        const doc = byFile.get(resolve(dirname(file), to))
        return doc ? `](${baseUrl}${pathOf(doc)}${anchor})` : link
      })
      return linkPictures(linked, baseUrl)
        .replace(/^\s*<!-- (not run|setup)[\s\S]*?-->\n/gm, '')
        .replace(/\n{3,}/g, '\n\n')
    }
    const full = new Map<string, string>()
    const list = [`# ${title}`, '', `> ${tagline}`]
    const add = (items: readonly Item[], depth: string) => {
      for (const { type, id, label, items: inner, link } of items) {
        if (inner) list.push('', `${depth} ${label}`, '')
        const doc = docs.find((page) => page.id === (type === 'category' ? link?.id : id))
        if (doc && !full.has(doc.id)) {
          const text = read(fileOf(doc)).trim()
          full.set(doc.id, `${text.startsWith('# ') ? '' : `# ${doc.title}\n\n`}${text}\n`)
          list.push(`- [${doc.title}](${url}${baseUrl}${pathOf(doc)}): ${doc.description}`)
          mkdirSync(dirname(join(outDir, pathOf(doc))), { recursive: true })
          writeFileSync(join(outDir, pathOf(doc)), full.get(doc.id) ?? '')
        }
        if (inner) add(inner, `${depth}#`)
      }
    }
    const bars = Object.entries(sidebars).map(([bar, items]) => ({ label: nameOf(bar), items }))
    add(bars, '##')
    if (full.size !== docs.length) throw new Error(`${full.size} of ${docs.length} pages are in a sidebar`)
    const pages = [...full].filter(([id]) => !id.startsWith('reference/api/')).map(([, text]) => text)
    writeFileSync(join(outDir, 'llms.txt'), `${list.join('\n').replace(/\n{3,}/g, '\n\n')}\n`)
    writeFileSync(join(outDir, 'llms-full.txt'), pages.join('\n---\n\n'))
  },
})
