import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { type CheckedPart, checkPart } from '@flagstaff/event-log/part-file'
import { CliError } from '../../exit.ts'
import type { Output } from '../../output.ts'

const EVENTS_PER_NOTE = 100_000

/** Reads and verifies the file of a part, without a server. */
export async function checkFile(file: string, output: Output): Promise<CheckedPart> {
  const text = createReadStream(file).on('error', (error) => unpacked.destroy(error))
  const unpacked = text.pipe(createGunzip()).setEncoding('utf8')
  try {
    return await checkPart(unpacked, (done, all) => {
      if (done % EVENTS_PER_NOTE === 0) output.progress(`${done} of ${all} events`)
    })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new CliError(`${file}: ${code?.startsWith('Z_') ? 'The file is damaged or ends early.' : message}`)
  }
}

export const textOf = ({ first, last, events, lastHash, sha256 }: CheckedPart): string =>
  [
    `${events} events, ${first} to ${last}. All of them verify.`,
    `Hash of the last event: ${lastHash}`,
    `SHA-256 of the text: ${sha256}`,
  ].join('\n')
