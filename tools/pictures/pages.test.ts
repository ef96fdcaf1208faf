import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { linkPictures, pictures as plugin, problemOf } from '../../apps/docs/tools/pictures.mts'
import { drawn, pictures } from './list.ts'
import { digestOf } from './sources.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const docs = `${root}apps/docs/docs/`
const folder = `${root}apps/docs/static/pictures/`
const MEGABYTES = 6_000_000

/** Pages of the reference that are not about a screen, or whose screen a picture of another page shows. */
const withoutPicture =
  `client-api command-line edge edge-validate engine errors evaluation-sample favorites frontend-api
  index links live mail ofrep openfeature-provider resource-limits settings sign-in streaming testing`.split(
    /\s+/,
  )

const all = [...pictures, ...drawn]
const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((path) => /\.mdx?$/.test(path))
const shown = new Map(
  pages.map((path) => [
    path,
    [...readFileSync(docs + path, 'utf8').matchAll(/!\[([^\]]*)\]\(pictures:([\w-]+)\)/g)].map(
      ([, alt = '', name = '']) => ({ alt, name }),
    ),
  ]),
)

test('every picture has its own name, and names sources that exist', () => {
  const names = all.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { shows } of all) expect(digestOf(`${root}apps/web/src/`, shows)).toHaveLength(16)
})

test('every picture was taken in both themes, and is on a page', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.webp'))
  const names = all.map(({ name }) => name)
  expect(files.sort()).toEqual(names.flatMap((name) => [`${name}-dark.webp`, `${name}-light.webp`]).sort())
  const used = [...shown.values()].flat().map(({ name }) => name)
  expect(names.filter((name) => !used.includes(name))).toEqual([])
})

test('all pictures together stay small', () => {
  const bytes = readdirSync(folder).map((file) => statSync(folder + file).size)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MEGABYTES)
})

test('every picture on a page exists and has a text', () => {
  const problems = [...shown].flatMap(([path, images]) =>
    images.flatMap(({ name, alt }) => {
      const problem = problemOf(name, alt)
      return problem ? [`${path}: ${problem}`] : []
    }),
  )
  expect(problems).toEqual([])
})

test('every page of the reference about a screen has a picture of it', () => {
  const about = pages.filter((path) => /^reference\/[^/_]+\.mdx?$/.test(path))
  const missing = about
    .filter((path) => shown.get(path)?.length === 0)
    .map((path) => path.replace(/^reference\/|\.mdx?$/g, ''))
  expect(missing.sort()).toEqual(withoutPicture)
})

test('a page shows the picture of each theme', () => {
  const image = { type: 'image', url: 'pictures:flags', alt: 'The flags of a project' }
  const tree = {
    type: 'root',
    children: [
      { type: 'link', children: [image] },
      { ...image, url: '/logo.svg' },
    ],
  }
  plugin({ baseUrl: '/docs/' })(tree, { path: 'page.md' })
  const [link, logo] = tree.children as { children: { attributes: { name: string; value: string }[] }[] }[]
  const attributes = link?.children.map((img) =>
    Object.fromEntries(img.attributes.map(({ name, value }) => [name, value])),
  )
  expect(attributes).toMatchObject([
    { src: '/docs/pictures/flags-light.webp', className: 'picture picture-light', alt: image.alt },
    { src: '/docs/pictures/flags-dark.webp', className: 'picture picture-dark', alt: image.alt },
  ])
  expect(Number(attributes?.[0]?.width)).toBeGreaterThan(100)
  expect(logo).toMatchObject({ type: 'image', url: '/logo.svg' })
})

test('a picture that does not exist, or has no text, stops the build', () => {
  const show = (url: string, alt: string) => () =>
    plugin({ baseUrl: '/' })({ type: 'root', children: [{ type: 'image', url, alt }] }, { path: 'page.md' })
  expect(show('pictures:nothing', 'A screen that is not there')).toThrow(
    'page.md: there is no picture nothing-light.webp; take it with pnpm pictures nothing',
  )
  expect(show('pictures:flags', '')).toThrow(
    'page.md: the picture flags needs a text that says what it shows',
  )
})

test('Markdown for readers links the light picture', () => {
  expect(linkPictures('![Flags](pictures:flags) and [a page](./flags.md)', '/docs/')).toBe(
    '![Flags](/docs/pictures/flags-light.webp) and [a page](./flags.md)',
  )
})
