import { readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { questions } from './questions.mts'

// Searches the built site as the search bar does: each question must find its page among the first three hits.
//   pnpm --filter @flagstaff/docs search-questions [words …]

type Hit = { document: { u: string; t: string; h?: string } }
type Index = { documents: unknown[]; index: object }

const site = fileURLToPath(new URL('..', import.meta.url))
const plugin = createRequire(`${site}package.json`).resolve('@easyops-cn/docusaurus-search-local')
const fromPlugin = createRequire(plugin)
const lunrPath = fromPlugin.resolve('lunr')

// The plugin's search runs in a worker of the browser, from modules without file extensions.
registerHooks({
  resolve(name, context, next) {
    if (name === 'comlink')
      return { url: 'data:text/javascript,export const expose = () => {}', shortCircuit: true }
    if (name === 'lunr') return next(pathToFileURL(lunrPath).href, context)
    if (name.startsWith('@generated/'))
      return next(pathToFileURL(`${site}.docusaurus/${name.slice('@generated/'.length)}`).href, context)
    if (
      /^\.\.?\//.test(name) &&
      /docusaurus-search-local.dist.client/.test(context.parentURL ?? '') &&
      !name.endsWith('.js')
    )
      return next(`${name}.js`, context)
    return next(name, context)
  },
  load(url, context, next) {
    const isClient = /docusaurus-search-local.*\.js$/.test(url) && /dist.client|\.docusaurus/.test(url)
    return next(url, isClient ? { ...context, format: 'module' } : context)
  },
})
const { SearchWorker } = await import(
  pathToFileURL(plugin.replace(/server.server.index\.js$/, 'client/client/theme/worker.js')).href
)
const lunr = fromPlugin(lunrPath)
const built = JSON.parse(readFileSync(`${site}build/search-index.json`, 'utf8')) as Index[]
const wrappedIndexes = built.map(({ documents, index }, type) => ({
  type,
  documents,
  index: lunr.Index.load(index),
}))
const worker = new SearchWorker()
worker.lowLevelFetchIndexes = async () => ({ wrappedIndexes, zhDictionary: [] })

const search = async (words: string): Promise<string[]> => {
  const hits = (await worker.search('/', '', words, 10)) as Hit[]
  return hits.map(({ document }) => document.u.replace(/^\/|\/$/g, ''))
}

const asked = process.argv.slice(2).join(' ')
if (asked) console.log((await search(asked)).join('\n'))
else {
  let missed = 0
  for (const [words, page] of questions) {
    const hits = await search(words)
    if (hits.slice(0, 3).includes(page)) continue
    missed += 1
    console.error(`“${words}” does not find ${page}, but:\n  ${hits.slice(0, 5).join('\n  ') || 'nothing'}`)
  }
  console.log(`${questions.length - missed} of ${questions.length} questions find their page`)
  if (questions.length < 50 || missed > 0) process.exitCode = 1
}
