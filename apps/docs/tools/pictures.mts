import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Pages show a picture of a screen with `![What it shows](pictures:flags)`. `pnpm pictures` takes the pictures.

export const LIMIT = 150_000
const SCHEME = 'pictures:'
const LEAST_WORDS = 3
const folder = fileURLToPath(new URL('../static/pictures/', import.meta.url))

type Node = { type: string; url?: string; alt?: string; children?: Node[]; [key: string]: unknown }
type Sizes = Record<string, { width: number; height: number }>

const sizes = (): Sizes => JSON.parse(readFileSync(`${folder}pictures.json`, 'utf8'))

/** Replaces such an image by one for each theme, of which CSS hides the other. */
export const pictures =
  ({ baseUrl }: { baseUrl: string }) =>
  (tree: Node, { path }: { path: string }) => {
    const replace = (node: Node) => {
      for (const child of node.children ?? []) replace(child)
      if (node.children) node.children = node.children.flatMap(shown)
    }
    const shown = (node: Node): Node[] => {
      const { type, url = '', alt = '' } = node
      if (type !== 'image' || !url.startsWith(SCHEME)) return [node]
      const name = url.slice(SCHEME.length)
      const problem = problemOf(name, alt)
      if (problem) throw new Error(`${path}: ${problem}`)
      return ['light', 'dark'].map((theme) =>
        imageOf(`${baseUrl}pictures/${name}-${theme}.webp`, theme, alt, name),
      )
    }
    replace(tree)
  }

function imageOf(src: string, theme: string, alt: string, name: string): Node {
  const { width = 0, height = 0 } = sizes()[name] ?? {}
  const attributes = { src, className: `picture picture-${theme}`, alt, width, height }
  return {
    type: 'mdxJsxTextElement',
    name: 'img',
    attributes: Object.entries(attributes).map(([key, value]) => ({
      type: 'mdxJsxAttribute',
      name: key,
      value: String(value),
    })),
    children: [],
  }
}

/** Why a page cannot show this picture. */
export function problemOf(name: string, alt: string): string | undefined {
  if (alt.trim().split(/\s+/).length < LEAST_WORDS)
    return `the picture ${name} needs a text that says what it shows`
  for (const file of [`${name}-light.webp`, `${name}-dark.webp`]) {
    if (!existsSync(folder + file)) return `there is no picture ${file}; take it with pnpm pictures ${name}`
    if (statSync(folder + file).size > LIMIT) return `${file} has more than ${LIMIT / 1000} kB`
  }
  return sizes()[name] ? undefined : `pictures.json has no size of ${name}`
}

/** For readers of Markdown, the light picture. */
export const linkPictures = (markdown: string, baseUrl: string): string =>
  markdown.replace(/\]\(pictures:([\w-]+)\)/g, `](${baseUrl}pictures/$1-light.webp)`)
