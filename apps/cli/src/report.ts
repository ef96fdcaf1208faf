import { ApiError, NoAnswer } from '@flagstaff/client/connect'
import { CliError, type Exit, exits } from './exit.ts'

type Reported = { exit: Exit; message: string; notes: string[]; id?: string; code?: string }

/** What to tell the user about an error, and the exit status. Bugs are thrown on. */
export function reportOf(error: unknown): Reported {
  if (error instanceof CliError) return { exit: error.exit, message: error.message, notes: [] }
  if (error instanceof NoAnswer)
    return {
      exit: exits.unknown,
      message: error.message,
      notes: ['It is not known whether a change was made. Check before you repeat it.'],
    }
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

/** Someone else has changed the same object. */
const changedCodes = new Set(['changed', 'changedSince', 'planOutdated', 'requestConflict'])

function adviceFor({ code, status, proposable }: ApiError): string[] {
  if (code === 'protected' && proposable) return ['Add --propose to make a change request instead.']
  if (code === 'reasonNeeded' && proposable)
    return ['Add --reason "…" to skip the review, or --propose to make a change request.']
  if (code === 'freezeReasonNeeded') return ['Add --reason "…" to change it during the freeze.']
  return status === 401 ? ['Run `flagstaff login` to sign in again.'] : []
}
