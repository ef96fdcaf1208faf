import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
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
