import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Checks import boundaries. To prove that the check works, it first plants imports that must be refused, and counts the
// files it has seen. With `--rooms`, it prints the imports between the main folders instead.

const root = fileURLToPath(new URL('..', import.meta.url))
const leastModules = {
  packages: 60,
  'apps/server/src': 200,
  'apps/edge/src': 10,
  'apps/cli/src': 10,
  'apps/web/src': 400,
}

type Report = {
  modules: { source: string; dependencies: { resolved: string }[] }[]
  summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] }
}

/** For each rule, a file that breaks it, and the module that this file imports. */
const planted = [
  ['only-queries-speak-sql', 'apps/server/src/setup/segments/planted/sql.ts', 'kysely'],
  [
    'slices-meet-at-their-index',
    'apps/server/src/setup/segments/planted/inside.ts',
    '../../../people/tokens/secrets.ts',
  ],
  [
    'setup/segments-uses-nothing-later',
    'apps/server/src/setup/segments/planted/later.ts',
    '../../../delivery/index.ts',
  ],
  [
    'few-give-authority',
    'apps/server/src/setup/segments/planted/authority.ts',
    '../../../platform/write/authority.ts',
  ],
  [
    'few-manage-for-files',
    'apps/server/src/setup/segments/planted/manage-as.ts',
    '../../../platform/write/manage-as.ts',
  ],
  ['provider-imports-the-engine-only', 'packages/openfeature-provider/src/planted/node.ts', 'node:fs'],
  ['remove-imports-nothing-of-ours', 'packages/remove/src/planted/ours.ts', '../../../engine/src/index.ts'],
  ['web-imports-packages-only', 'apps/web/src/lib/planted/server.ts', '../../../../server/src/version.ts'],
  ['web/messages-uses-nothing-later', 'apps/web/src/messages/planted/later.ts', '../../lib/boot.ts'],
  ['web/lib-uses-nothing-later', 'apps/web/src/lib/planted/later.ts', '../../ui/Logo.tsx'],
  ['web/ui-uses-nothing-later', 'apps/web/src/ui/planted/later.ts', '../../features/flags/index.ts'],
  ['web/features-uses-nothing-later', 'apps/web/src/features/flags/planted/app.ts', '../../../app/root.tsx'],
  ['nothing-uses-the-entry', 'apps/web/src/features/flags/planted/entry.ts', '../../../entry/SignIn.tsx'],
  ['entry-uses-no-feature', 'apps/web/src/entry/planted/feature.ts', '../../features/flags/index.ts'],
  ['entry-loads-no-heavy-library', 'apps/web/src/entry/planted/heavy.ts', '../../ui/Confirm.tsx'],
  [
    'features-meet-at-their-index',
    'apps/web/src/features/flags/planted/inside.ts',
    '../../setup/constraints/check.ts',
  ],
  [
    'features/setup/segments-uses-nothing-later',
    'apps/web/src/features/setup/segments/planted/later.ts',
    '../../../flags/index.ts',
  ],
  ['every-feature-has-its-place', 'apps/web/src/features/planted/unlisted.ts', '../../lib/boot.ts'],
  [
    'app-loads-features-by-index-and-routes',
    'apps/web/src/app/planted/page.ts',
    '../../features/flags/list/pages.tsx',
  ],
  ['no-cycles', 'apps/web/src/lib/planted/one.ts', './other.ts'],
  ['no-cycles', 'apps/web/src/lib/planted/other.ts', './one.ts'],
] as const

const allowTypes = new Set<string>(['only-queries-speak-sql', 'provider-imports-the-engine-only'])

function cruise(): Report {
  const folders = Object.keys(leastModules)
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders]
  try {
    return JSON.parse(depcruise(args)) as Report
  } catch (error) {
    const { stdout } = error as { stdout?: string }
    if (!stdout) throw error
    return JSON.parse(stdout) as Report
  }
}

const depcruise = (args: string[]) =>
  execFileSync('node_modules/.bin/depcruise', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 })

function checkPlanted() {
  const folders = new Set(planted.map(([, file]) => join(root, dirname(file))))
  try {
    for (const folder of folders) mkdirSync(folder)
    // Type imports, since the rules apply to them too; two rules allow them.
    for (const [rule, file, module] of planted) {
      const type = allowTypes.has(rule) ? '' : 'type '
      writeFileSync(join(root, file), `import ${type}{ any } from '${module}'\nexport ${type}{ any }\n`)
    }
    const { violations } = cruise().summary
    for (const [wanted, file] of planted) {
      // A cycle is reported once, for one of its files.
      if (!violations.some(({ rule, from }) => rule.name === wanted && dirname(from) === dirname(file)))
        throw new Error(`the import rule ${wanted} does not see ${file}`)
    }
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

function check() {
  checkPlanted()
  const { modules, summary } = cruise()
  for (const [folder, least] of Object.entries(leastModules)) {
    const seen = modules.filter(({ source }) => source.startsWith(`${folder}/`)).length
    if (seen < least) throw new Error(`only ${seen} modules were looked at in ${folder}`)
  }
  for (const { rule, from, to } of summary.violations) console.error(`${rule.name}: ${from} -> ${to}`)
  if (summary.violations.length > 0) process.exit(1)
  console.log(`import rules hold in ${summary.totalCruised} modules`)
}

/** A main folder of the server or the web interface: a wing, a layer or the platform. */
const roomOf = (path: string) =>
  path.endsWith('.test.ts')
    ? undefined
    : /^apps\/(server|web)\/src\/((?:features\/)?[^/]+)\//.exec(path)?.slice(1, 3).join('/')

function printRooms() {
  const arrows = new Map<string, Map<string, number>>()
  for (const { source, dependencies } of cruise().modules) {
    const from = roomOf(source)
    if (!from) continue
    const targets = arrows.get(from) ?? new Map<string, number>()
    arrows.set(from, targets)
    for (const { resolved } of dependencies) {
      const to = roomOf(resolved)
      if (to && to !== from) targets.set(to, (targets.get(to) ?? 0) + 1)
    }
  }
  const reachable = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of arrows.get(from)?.keys() ?? []) if (!seen.has(to)) reachable(to, seen.add(to))
    return seen
  }
  const rooms = [...arrows.keys()].sort()
  const cycles = new Set(
    rooms
      .filter((room) => reachable(room).has(room))
      .map((room) =>
        rooms.filter((other) => reachable(room).has(other) && reachable(other).has(room)).join(' '),
      ),
  )
  for (const room of rooms) {
    const targets = [...(arrows.get(room) ?? [])].sort(([one], [other]) => one.localeCompare(other))
    console.log(`${room} -> ${targets.map(([to, count]) => `${to} (${count})`).join(', ') || 'nothing'}`)
  }
  const count = [...arrows.values()].reduce((sum, targets) => sum + targets.size, 0)
  console.log(`${rooms.length} rooms, ${count} arrows, ${cycles.size} cycles`)
  for (const cycle of cycles) console.log(`cycle: ${cycle}`)
}

if (process.argv.includes('--rooms')) printRooms()
else check()
