import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writeApiPages } from './api.mts'
import { edgeSettingTable } from './edge-settings.mts'
import { errorTable } from './errors.mts'
import { eventTable } from './events.mts'
import { limitTable } from './limits.mts'
import { permissionTables } from './permissions.mts'
import { settingTable, unreadTable } from './settings.mts'

// Tables that follow from the code are written from the code, each time the site is built. What the code does not
// say (a sentence per setting, per limit) stands here, and the build fails when the two do not match.

const folder = fileURLToPath(new URL('../docs/reference/_generated/', import.meta.url))
mkdirSync(folder, { recursive: true })

const tables = {
  'edge-settings': edgeSettingTable(),
  errors: errorTable(),
  events: eventTable(),
  limits: limitTable(),
  ...permissionTables(),
  settings: settingTable(),
  'unread-settings': unreadTable(),
}
for (const [name, text] of Object.entries(tables)) writeFileSync(`${folder}${name}.md`, text)

if (writeApiPages() < 400) throw new Error('operations are missing in the API reference')

const docs = fileURLToPath(new URL('../docs/', import.meta.url))
const read = (path: string) => readFileSync(`${docs}${path}`, 'utf8')
const measured = read('understanding-flagstaff/measurements.md')
const compared = `${read('understanding-flagstaff/compatibility.md')}${read('using-flagstaff/moving-from-unleash.md')}`
/** Figures are repeated only where they are the same as in the page that they come from. */
function checkFigures(page: string, text: string | undefined, sources: string) {
  if (!text) throw new Error(`the part of ${page} with figures was not found`)
  for (const [figure] of text.matchAll(/\d[\d.,]*\b/g))
    if (!sources.includes(figure)) throw new Error(`${page} has ${figure}, the measurements do not`)
}
const between = (text: string, start: string, end: string) => text.split(start)[1]?.split(end)[0]
checkFigures('the landing page', between(read('index.mdx'), '## Measured', '</div>'), measured)
const readme = between(read('../../../README.md'), '## What is different', '\n## ')
checkFigures('README.md', readme, `${measured}${compared}`)
