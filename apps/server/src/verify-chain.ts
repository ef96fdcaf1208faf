import { openDatabase } from './platform/database/database.ts'
import { useDatabaseTls } from './platform/database/database-tls.ts'
import { readSettings } from './platform/settings/settings.ts'
import { verifyChain } from './platform/write/verify.ts'

// Verifies the event log: `node apps/server/dist/verify-chain.js [revision:hash stored elsewhere]`.

const [revision, hash] = process.argv[2]?.split(':') ?? []
const known = revision && hash ? { revision: Number(revision), hash } : undefined
const { databaseUrl: url, databaseTls } = readSettings(process.env)
useDatabaseTls(databaseTls)
const database = openDatabase({ url, poolSize: 1 })
const verdict = await verifyChain(database.read, known, (events) => {
  if (process.stderr.isTTY) process.stderr.write(`\r${events} events`)
})
await database.close()
const { after, revision: last, brokenAt } = verdict
const events = last - after
const removed = after > 0 ? ` Before them, the events up to ${after} were exported and removed.` : ''
process.stdout.write(
  brokenAt === undefined
    ? `${events} events, the chain holds.${removed} Keep this elsewhere: ${last}:${verdict.hash}\n`
    : `broken at revision ${brokenAt}; the ${events} events before it hold together.${removed}\n`,
)
process.exitCode = brokenAt === undefined ? 0 : 1
