import { readFile } from 'node:fs/promises'
import { ImportData } from '@flagstaff/contract/transfer'
import type { Logger } from 'pino'
import { Compile } from 'typebox/compile'
import type { Handles } from '../../platform/http/dispatch.ts'
import { system } from '../../platform/write/actor.ts'
import { authorise } from '../../platform/write/authority.ts'
import { run } from '../../platform/write/commands.ts'
import { importPart } from './commands.ts'
import { check, importParts, refuse } from './import.ts'

const data = Compile(ImportData)

/**
 * Imports the configured file at every start. Errors are only logged: a server that does not start because of a file
 * would be worse.
 */
export async function importAtStart({ settings, read, write }: Handles, logger: Logger): Promise<void> {
  const { file, project, environment } = settings.startImport
  if (!file) return
  try {
    const content: unknown = JSON.parse(await readFile(file, 'utf8'))
    if (!data.Check(content)) {
      const [first] = data.Errors(content)
      throw new Error(`not an export: ${first?.instancePath ?? ''} ${first?.message ?? ''}`)
    }
    const ready = await check(
      { read, caller: system, limits: settings.limits },
      { project, environment, data: content },
    )
    refuse(ready)
    const changes = ready.parts.some(({ orders, segments }) => orders.length + segments.length > 0)
    if (!changes) return
    const carryOut = importParts(ready, (input) =>
      write(system, (tx) => {
        authorise(tx, { kind: 'operator', places: 'all' })
        return run(tx, importPart, input)
      }).then(withoutUndo),
    )
    for await (const { flags, total } of carryOut) logger.info({ file, flags, total }, 'importing flags')
  } catch (error) {
    logger.error({ err: error, file }, 'the file in IMPORT_FILE was not imported')
  }
}

const withoutUndo = <T>({ numbers }: { numbers: T }) => ({ numbers })
