import { countSessions, endAllSessions } from './people/auth/index.ts'
import { openDatabase } from './platform/database/database.ts'
import { useDatabaseTls } from './platform/database/database-tls.ts'
import { readSettings } from './platform/settings/settings.ts'
import { openNotes } from './platform/write/note.ts'
import { readNewestEvent } from './platform/write/verify.ts'

// After a backup was restored: `node apps/server/dist/main.js restored [--end-sessions]`. Servers, edges and SDKs notice
// the other history themselves, and idempotency keys belong to the changes in the backup. Only sessions can be wrong:
// those that were ended after the backup are back.

const { databaseUrl: url, databaseTls } = readSettings(process.env)
useDatabaseTls(databaseTls)
const database = openDatabase({ url, poolSize: 1, applicationName: 'flagstaff-restored' })
const newest = await readNewestEvent(database.read)
const sessions = await countSessions(database.read)
const isEnding = process.argv.includes('--end-sessions')
if (isEnding) await openNotes(database.db)(endAllSessions)
await database.close()

process.stdout.write(
  newest
    ? `the backup ends with revision ${newest.revision}, made ${newest.createdAt.toISOString()}; later changes are lost\n`
    : 'the backup has no events\n',
)
process.stdout.write(
  isEnding
    ? `${sessions} sessions ended: everybody has to sign in again\n`
    : `${sessions} sessions are open again, also if they were ended after the backup; --end-sessions ends them\n`,
)
