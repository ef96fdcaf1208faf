import { AnswerTooLarge, ApiError, NoAnswer } from '@flagstaff/client/connect'
import { reasonOf } from '@flagstaff/contract/reason'
import { FileError } from '@flagstaff/files/wire'
import { CliError, type Exit, exits } from './exit.ts'

type Reported = { exit: Exit; message: string; notes: string[]; id?: string; code?: string }

/** What to tell the user about an error, and the exit status. Bugs are thrown on. */
export function reportOf(error: unknown): Reported {
  if (error instanceof CliError) return { exit: error.exit, message: error.message, notes: [] }
  if (error instanceof NoAnswer)
    return {
      exit: exits.unknown,
      message: error.message,
      notes: [
        ...(error.cause instanceof ApiError ? [] : [`The reason: ${reasonOf(error.cause)}`]),
        'It is not known whether a change was made. Check before you repeat it.',
      ],
    }
  if (error instanceof AnswerTooLarge) return { exit: exits.failed, message: error.message, notes: [] }
  if (error instanceof FileError) return { exit: exits.wrongUse, message: error.message, notes: [] }
  const plain = plainMessage(error)
  if (plain !== undefined) return { exit: exits.failed, message: plain, notes: [] }
  if (!(error instanceof ApiError)) throw error
  const { message, id, code, status, details } = error
  const fields = details.flatMap((one) =>
    one.path && one.message !== message ? [`${one.path}: ${one.message}`] : [],
  )
  return {
    exit: status === 412 || changedCodes.has(code) ? exits.changed : exits.failed,
    message,
    notes: [...fields, ...adviceFor(error)],
    id,
    code,
  }
}

/** Errors of files, of git and of the network are not bugs; everything else keeps its stack. */
function plainMessage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'AbortError') return 'Stopped.'
  if ('syscall' in error && 'code' in error) return error.message
  if ('stderr' in error && 'status' in error) return String(error.stderr).trim() || error.message
  return undefined
}

/** Someone else has changed the same object. */
export const changedCodes = new Set([
  'changed',
  'changedSince',
  'planOutdated',
  'planTooOld',
  'planBlocked',
  'requestConflict',
])

function adviceFor({ code, status, proposable }: ApiError): string[] {
  if (code === 'protected' && proposable) return ['Add --propose to make a change request instead.']
  if (code === 'reasonNeeded' && proposable)
    return ['Add --reason "…" to skip the review, or --propose to make a change request.']
  if (code === 'freezeReasonNeeded') return ['Add --reason "…" to change it during the freeze.']
  if (code === 'managedReasonNeeded') return ['Add --reason "…" to change what a file manages.']
  return status === 401 ? ['Run `flagstaff login` to sign in again.'] : []
}
