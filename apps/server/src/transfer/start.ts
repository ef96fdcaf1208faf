import { readFile } from 'node:fs/promises'
import { ImportData } from '@flagstaff/contract/transfer'
import type { Logger } from 'pino'
import { Compile } from 'typebox/compile'
import { system } from '../platform/actor.ts'
import { run } from '../platform/commands.ts'
import type { Handles } from '../platform/http/dispatch.ts'
import { importPart } from './commands.ts'
import { carryOver, check, refuse } from './import.ts'

const data = Compile(ImportData)

/**
 * Makes flags as the file of the settings says, at every start. Whatever is wrong with it is told in the log: a server
 * that does not start because of a file would serve nobody.
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
    const carryOut = carryOver(ready, (input) =>
      write(system, (tx) => run(tx, importPart, input)).then(withoutUndo),
    )
    for await (const { flags, total } of carryOut) logger.info({ file, flags, total }, 'importing flags')
  } catch (error) {
    logger.error({ err: error, file }, 'the file of IMPORT_FILE was not imported')
  }
}

const withoutUndo = <T>({ numbers }: { numbers: T }) => ({ numbers })
