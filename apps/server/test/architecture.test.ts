import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const document = readFileSync(`${root}ARCHITECTURE.md`, 'utf8')

/** The files and folders of a tree in the document, as paths below its first line. */
function drawn(folder: string): string[] {
  const lines = document.split(`\`\`\`\n${folder}\n`)[1]?.split('\n```')[0]?.split('\n') ?? []
  let wing = ''
  return lines.flatMap((line) => {
    const [, inside, text = ''] = /^(│ {2})?[├└]─ (.*)$/.exec(line) ?? []
    // A description follows after two spaces.
    const names = (text.split(/ {2,}/)[0] ?? '').split(' ').map((name) => name.replace('/', ''))
    if (!inside) wing = names[0] ?? ''
    return names.map((name) => (inside ? `${wing}/${name}` : name))
  })
}

/** Files and folders at the top, and folders below those that the picture opens. */
function found(folder: string, opened: readonly string[]): string[] {
  const entries = (path: string) => readdirSync(`${root}${folder}${path}`, { withFileTypes: true })
  const top = entries('')
    .map(({ name }) => name)
    .filter((name) => !name.endsWith('.test.ts'))
  const inside = opened.flatMap((wing) =>
    entries(wing)
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${wing}/${name}`),
  )
  return [...top, ...inside]
}

test.each(['apps/server/src/', 'apps/web/src/'])('ARCHITECTURE.md shows the folders of %s', (folder) => {
  const picture = drawn(folder)
  const opened = new Set(picture.flatMap((path) => (path.includes('/') ? [path.split('/')[0] ?? ''] : [])))
  expect(opened.size).toBeGreaterThan(0)
  expect(picture.toSorted()).toEqual(found(folder, [...opened]).toSorted())
})
