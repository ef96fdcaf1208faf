import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = 'apps/docs/docs/'
export const docs = `${root}${folder}`

/** The pages to run, as paths below `apps/docs/docs`: all, those whose path ends like one of the names, or those that changed. */
export function choosePages(names: readonly string[], since?: string): string[] {
  const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.mdx?$/.test(path) && !/(^|\/)_/.test(path))
    .sort()
  if (since !== undefined) {
    const changed = new Set(['quickstart.md', ...changedSince(since)])
    return pages.filter((page) => changed.has(page))
  }
  if (names.length === 0) return pages
  const chosen = names.map((name) => pages.filter((page) => isCalled(page, name)))
  const unknown = names.filter((_, index) => chosen[index]?.length === 0)
  if (unknown.length > 0) throw new Error(`no page is called ${unknown.join(', ')}`)
  return pages.filter((page) => chosen.flat().includes(page))
}

/** `segments`, `reference/segments`, or the path of the file. */
const isCalled = (page: string, name: string): boolean =>
  `/${folder}${page}`
    .replace(/\.mdx?$/, '')
    .endsWith(`/${name.replace(/^.*apps\/docs\/docs\//, '').replace(/\.mdx?$/, '')}`)

const changedSince = (base: string): string[] =>
  [
    ...git('diff', '--name-only', '--diff-filter=d', base, '--', folder),
    ...git('ls-files', '--others', '--exclude-standard', '--', folder),
  ].map((file) => file.slice(folder.length))

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
