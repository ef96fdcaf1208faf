import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context } from '../../context.ts'
import { CliError, exits } from '../../exit.ts'
import { checkFile, textOf } from './file.ts'

type Options = { out?: string }

/** Writes the file of a part, and verifies it as it is on the disk. */
export async function exportPart({ client, options, output }: Context<Options>, given: string) {
  const last = Number(given)
  if (!Number.isSafeInteger(last) || last < 1)
    throw new CliError('Pass the last event of a part, as `flagstaff events parts` lists it.', exits.wrongUse)
  const response = await client().open('GET /api/admin/event-parts/:last/file', { params: { last } })
  const file = options.out ?? nameOf(response) ?? `flagstaff-events-${last}.ndjson.gz`
  if (!response.body) throw new CliError('The server sent nothing.')
  try {
    await pipeline(Readable.fromWeb(response.body as never), createWriteStream(file, { flags: 'wx' }))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST')
      throw new CliError(`${file} exists. Choose another name with --out.`, exits.wrongUse)
    await rm(file, { force: true })
    throw new CliError(`The download ended early: ${message}`)
  }
  const checked = await checkFile(file, output)
  output.result(`Wrote ${file}.\n${textOf(checked)}`, { file, ...checked })
  return exits.done
}

const nameOf = (response: Response) =>
  /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
