import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// Refuses dependencies of the product whose licence does not go with Apache-2.0.

const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
])
/** Of "A OR B" one is enough; of "A AND B" both are needed. */
const isAllowed = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((option) => option.split(' AND ').every((part) => allowed.has(part.trim())))

const output = execFileSync(
  'pnpm',
  [
    '-r',
    '--filter=@flagstaff/server',
    '--filter=@flagstaff/edge',
    '--filter=flagstaff',
    '--filter=@flagstaff/web',
    'licenses',
    'list',
  ].concat(['--prod', '--json']),
  { cwd: fileURLToPath(new URL('..', import.meta.url)), encoding: 'utf8', maxBuffer: 1e8 },
)
const byLicence = Object.entries(JSON.parse(output) as Record<string, { name: string }[]>)
const count = byLicence.reduce((sum, [, packages]) => sum + packages.length, 0)
if (count < 50) throw new Error(`only ${count} dependencies were found`)
const refused = byLicence.filter(([licence]) => !isAllowed(licence))
for (const [licence, packages] of refused)
  console.error(`${licence}: ${packages.map(({ name }) => name).join(', ')}`)
if (refused.length > 0) process.exit(1)
console.log(`the licences of ${count} dependencies go with ours`)
