import { ApiError, connect, NoAnswer } from '@flagstaff/client/connect'
import { openSource, type Sides, SourceError } from '@flagstaff/moving'
import { type Context, userAgent } from '../../context.ts'
import { CliError, exits } from '../../exit.ts'
import { readUrl } from '../../settings.ts'

export type FromOptions = { from: string; fromToken?: string }

/** Both servers. The token of the source only goes to the source. */
export function sidesOf({ client, target, options }: Context<FromOptions>): Sides {
  const token = options.fromToken ?? process.env.UNLEASH_TOKEN
  if (!token)
    throw new CliError(
      'Set UNLEASH_TOKEN to a token with admin rights on the Unleash server.',
      exits.wrongUse,
    )
  const { url } = target()
  const from = readUrl(options.from)
  if (from === url) throw new CliError('--from is the server itself.', exits.wrongUse)
  return {
    source: openSource({ url: from, token }),
    client: client(),
    withToken: (own) => connect({ url, token: own, userAgent }),
  }
}

/** Turns errors of the source into errors of the command. */
export async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SourceError) throw new CliError(error.message)
    throw error
  }
}

/** Whether a later attempt may succeed: a server did not answer, or answered with a 5xx. */
export const isPassing = (error: unknown): error is Error =>
  error instanceof SourceError ||
  error instanceof NoAnswer ||
  (error instanceof ApiError && error.status >= 500)

/** Ends when the user stops the command, or the time is over. */
export function stoppable() {
  const stop = new AbortController()
  const end = () => stop.abort()
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  return {
    signal: stop.signal,
    wait: (ms: number) =>
      new Promise<void>((done) => {
        if (stop.signal.aborted) return done()
        const timer = setTimeout(finish, ms)
        function finish() {
          clearTimeout(timer)
          stop.signal.removeEventListener('abort', finish)
          done()
        }
        stop.signal.addEventListener('abort', finish)
      }),
    close() {
      process.off('SIGINT', end)
      process.off('SIGTERM', end)
    },
  }
}
