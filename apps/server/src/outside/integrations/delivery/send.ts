import type { SentEvent } from '../providers/types.ts'
import type { Call } from './call.ts'
import { compose, digestOf, type Opened } from './compose.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

export type Sent = {
  outcome: Outcome
  state: 'success' | 'failed' | 'successWithErrors'
  status: number | null
  ms: number
  error: string | null
  answer: string | null
  bodyDigest: string | null
}

type Options = {
  attempt: number
  replay: boolean
  /** Called between the requests of one send; false if sending must stop. */
  goesOn?: () => Promise<boolean>
}

/** Sends events to a receiver, and says what its response means. */
export async function send(
  call: Call,
  opened: Opened,
  events: readonly SentEvent[],
  options: Options,
): Promise<Sent> {
  const now = new Date()
  let requests: ReturnType<typeof compose>
  try {
    requests = compose(opened, events, { ...options, now })
  } catch (error) {
    // A template can make a body that is too long.
    return failure({ kind: 'refused' }, error instanceof Error ? error.message : String(error))
  }
  if (requests.length === 0)
    return { ...failure({ kind: 'done' }, 'There is no channel to send to.'), state: 'successWithErrors' }
  const answers: (Sent & { channel?: string | undefined })[] = []
  for (const [index, request] of requests.entries()) {
    if (index > 0 && options.goesOn && !(await options.goesOn())) break
    const { status, ms, error, answer, retryAfter } = await call(request)
    const outcome = outcomeOf(status, retryAfter, now)
    const fault = outcome.kind === 'done' && answer ? faultIn(opened, answer) : undefined
    answers.push({
      outcome: fault ? { kind: 'refused' } : outcome,
      state: outcome.kind === 'done' && !fault ? 'success' : 'failed',
      status: status ?? null,
      ms,
      error: fault ?? error,
      answer,
      bodyDigest: null,
      channel: request.channel,
    })
  }
  return { ...summary(answers), bodyDigest: digestOf(requests) }
}

const failure = (outcome: Outcome, error: string): Sent => ({
  outcome,
  state: 'failed',
  status: null,
  ms: 0,
  error,
  answer: null,
  bodyDigest: null,
})

function faultIn({ provider }: Opened, answer: string): string | undefined {
  try {
    return provider.faultIn?.(answer)
  } catch {
    return undefined
  }
}

/** If some channels got the message, it is not sent again to those that did not. */
function summary(answers: readonly (Sent & { channel?: string | undefined })[]): Sent {
  const failed = answers.filter(({ state }) => state === 'failed')
  const [first] = failed.length > 0 ? failed : answers
  if (!first) return failure({ kind: 'receiver' }, 'Nothing was sent.')
  const { channel: _, ...told } = first
  const ms = answers.reduce((sum, one) => sum + one.ms, 0)
  if (failed.length === 0 || failed.length === answers.length) return { ...told, ms }
  const errors = failed.map(({ channel, error }) => `${channel ?? 'receiver'}: ${error}`)
  return { ...told, ms, outcome: { kind: 'done' }, state: 'successWithErrors', error: errors.join(' ') }
}
