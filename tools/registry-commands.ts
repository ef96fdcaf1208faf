import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findRegistryCommands } from './registry/commands.ts'

// Refuses commands that fetch our packages from npm: they are not published, so the names belong to nobody, and such
// commands often run beside a token.

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url))
/** Images and archives have no commands, and the check itself has to name some. */
const except = /^tools\/registry|\.(png|svg|ico|woff2|gz|jsonl|snap)$|pnpm-lock\.yaml$/

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => !except.test(file))

const found = files.flatMap((file) =>
  findRegistryCommands(readFileSync(join(root, file), 'utf8')).map(
    ({ line, command }) =>
      `${file}:${line}: ${command}; the package is not published: link to “Install” in reference/command-line.md`,
  ),
)
for (const place of found) console.error(place)
if (found.length > 0) process.exit(1)
console.log(`no commands that fetch our packages from npm in ${files.length} files`)
