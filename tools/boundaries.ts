import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Checks who imports whom. A checker that looked at nothing would pass as well, so this first plants imports that
// must be refused, and counts what was seen.

const root = fileURLToPath(new URL('..', import.meta.url))
const planted = 'apps/server/src/segments/planted'
const leastModules = 60

type Report = {
  summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] }
}

function cruise(): Report['summary'] {
  const args = [
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    'packages',
    'apps/server/src',
    'apps/edge/src',
  ]
  try {
    return (JSON.parse(depcruise(args)) as Report).summary
  } catch (error) {
    const { stdout } = error as { stdout?: string }
    if (!stdout) throw error
    return (JSON.parse(stdout) as Report).summary
  }
}

const depcruise = (args: string[]) =>
  execFileSync('node_modules/.bin/depcruise', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 })

function plant(): string[] {
  mkdirSync(`${root}/${planted}`)
  try {
    writeFileSync(
      `${root}/${planted}/sql.ts`,
      "import { sql } from 'kysely'\nexport const a = sql`select 1`\n",
    )
    writeFileSync(
      `${root}/${planted}/inside.ts`,
      "import { digestOf } from '../../tokens/secrets.ts'\nexport const b = digestOf\n",
    )
    writeFileSync(
      `${root}/${planted}/later.ts`,
      "import { compile } from '../../delivery/index.ts'\nexport const c = compile\n",
    )
    return cruise()
      .violations.filter(({ from }) => from.startsWith(planted))
      .map(({ rule }) => rule.name)
  } finally {
    rmSync(`${root}/${planted}`, { recursive: true })
  }
}

const caught = plant()
for (const wanted of [
  'only-queries-speak-sql',
  'slices-meet-at-their-index',
  'projects-segments-use-nothing-later',
]) {
  if (!caught.includes(wanted)) throw new Error(`the import rule ${wanted} does not see the code`)
}
const { totalCruised, violations } = cruise()
if (totalCruised < leastModules) throw new Error(`only ${totalCruised} modules were looked at`)
for (const { rule, from, to } of violations) console.error(`${rule.name}: ${from} -> ${to}`)
if (violations.length > 0) process.exit(1)
console.log(`import rules hold in ${totalCruised} modules`)
