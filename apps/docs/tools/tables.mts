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
const [, figures = ''] = readFileSync(`${docs}index.mdx`, 'utf8').split('## Measured')
const measured = readFileSync(`${docs}understanding-flagstaff/measurements.md`, 'utf8')
for (const [figure] of (figures.split('</div>')[0] ?? '').matchAll(/\d[\d.,]*\b/g))
  if (!measured.includes(figure)) throw new Error(`the landing page has ${figure}, the measurements do not`)
