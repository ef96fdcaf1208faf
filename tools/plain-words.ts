import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Refuses the phrases that made our English hard to read, in texts, comments, test titles and docs. The glossary lists the
// words to use instead.

const phrases: [pattern: RegExp, instead: string][] = [
  [/\bwhoever\b/i, 'a user, anyone who'],
  [/\b(is|are) told\b/i, 'gets, sees, returns'],
  [/\bof (its|their|one’s|one's) own\b/i, 'separate, custom, its own …'],
  [/\b(?<!there )is none\b/i, 'is invalid, is not a …'],
  [/\bstands? in\b/i, 'is in'],
]
/** Applied migrations cannot change, and the glossary quotes the words to avoid. */
const except = /migrations\/|^conformance\/|glossary\.md$|tools\/plain-words\.ts$/

const root = fileURLToPath(new URL('..', import.meta.url))
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mts', '*.css', '*.md', '*.mdx'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => !except.test(file))

const found: string[] = []
for (const file of files)
  for (const [index, line] of readFileSync(`${root}/${file}`, 'utf8').split('\n').entries())
    for (const [pattern, instead] of phrases) {
      const phrase = pattern.exec(line)?.[0]
      if (phrase) found.push(`${file}:${index + 1}: “${phrase}”; write: ${instead}`)
    }
for (const place of found) console.error(place)
if (found.length > 0) process.exit(1)
console.log(`plain words in ${files.length} files`)
