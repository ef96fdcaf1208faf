import { examine } from './instance/index.ts'
import { openDatabase } from './platform/database/database.ts'
import { useDatabaseTls } from './platform/database/database-tls.ts'
import { SettingError } from './platform/settings/setting-error.ts'
import { readSettings, type Settings } from './platform/settings/settings.ts'

// Checks the installation: `node apps/server/dist/main.js doctor [--json]`. Ends with 0 if all is well, 1 with
// warnings, 2 if something is wrong.

const exitCodes = { good: 0, warning: 1, bad: 2 }
const marks = { good: 'ok  ', warning: 'warn', bad: 'BAD ' }

const settings = readOrEnd()
useDatabaseTls(settings.databaseTls)
const database = openDatabase({ url: settings.databaseUrl, poolSize: 4, applicationName: 'flagstaff-doctor' })
const report = await examine({ read: database.read, settings, env: process.env })
await database.close().catch(() => {})

if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
else
  for (const { name, state, text, next } of report.findings)
    process.stdout.write(
      `${marks[state]}  ${name.padEnd(14)} ${text}${next ? `\n      ${''.padEnd(14)} → ${next}` : ''}\n`,
    )
process.exitCode = exitCodes[report.state]

function readOrEnd(): Settings {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    process.stderr.write(`BAD   settings       ${error.message}\n`)
    process.exit(exitCodes.bad)
  }
}
