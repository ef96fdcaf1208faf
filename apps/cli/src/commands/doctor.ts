import { ApiError, connect, NoAnswer } from '@flagstaff/client/connect'
import { reasonOf } from '@flagstaff/contract/reason'
import { type Context, userAgent } from '../context.ts'
import { exits } from '../exit.ts'
import type { Target } from '../settings.ts'
import { eventsIn } from '../stream.ts'

type Finding = { name: string; state: 'good' | 'warning' | 'bad'; text: string }

const CLOCK_SECONDS = 60
const STREAM_SECONDS = 10

/** Checks the way from this computer to the server. */
export async function doctor({ output, target }: Context) {
  const findings: Finding[] = []
  const { url, token } = target()
  const address = await checkAddress(url)
  findings.push(...address)
  if (address.every(({ state }) => state !== 'bad')) {
    const account = await checkToken({ url, token })
    findings.push(account)
    if (account.state === 'good') findings.push(await checkStream({ url, token }))
  }
  const isBad = findings.some(({ state }) => state === 'bad')
  const marks = { good: '✓', warning: '!', bad: '✗' }
  output.table(
    findings,
    [
      { label: '', of: ({ state }) => marks[state] },
      { label: 'CHECK', of: ({ name }) => name },
      { label: 'RESULT', of: ({ text }) => text },
    ],
    { state: isBad ? 'bad' : 'good', findings },
  )
  return isBad ? exits.failed : exits.done
}

async function checkAddress(url: string): Promise<Finding[]> {
  try {
    const response = await fetch(`${url}/health`, { headers: { 'user-agent': userAgent } })
    const body = await response.text()
    if (!response.ok || !/"health"\s*:\s*"GOOD"/.test(body))
      return [
        {
          name: 'address',
          state: 'bad',
          text: `${url} answers with HTTP ${response.status}, but it is not Flagstaff.`,
        },
      ]
    return [{ name: 'address', state: 'good', text: url }, clockFinding(response.headers.get('date'))]
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as { code?: string } | undefined)?.code : undefined
    return [{ name: 'address', state: 'bad', text: `${url} does not answer${cause ? ` (${cause})` : ''}.` }]
  }
}

function clockFinding(date: string | null): Finding {
  const seconds = Math.round((Date.now() - Date.parse(date ?? '')) / 1000)
  if (Number.isNaN(seconds))
    return { name: 'clock', state: 'warning', text: 'The server does not send its time.' }
  return Math.abs(seconds) <= CLOCK_SECONDS
    ? { name: 'clock', state: 'good', text: 'within a minute of the server' }
    : { name: 'clock', state: 'warning', text: `${seconds} seconds ahead of the server. Set the clock.` }
}

type Reached = Pick<Target, 'url' | 'token'>

async function checkToken({ url, token }: Reached): Promise<Finding> {
  if (!token) return { name: 'token', state: 'bad', text: 'You are not signed in. Run `flagstaff login`.' }
  try {
    const { user } = await connect({ url, token, userAgent }).get('GET /api/admin/user', {})
    return { name: 'token', state: 'good', text: `of ${user.email ?? user.username ?? user.name ?? user.id}` }
  } catch (error) {
    if (error instanceof ApiError || error instanceof NoAnswer)
      return { name: 'token', state: 'bad', text: error.message }
    throw error
  }
}

/** A proxy that buffers keeps the first message until the stream ends, which is never. */
async function checkStream({ url, token }: Reached): Promise<Finding> {
  const name = 'streaming'
  const signal = AbortSignal.timeout(STREAM_SECONDS * 1000)
  try {
    const response = await connect({ url, token, userAgent }).open(
      'GET /api/admin/live',
      { query: {} },
      { signal },
    )
    for await (const { event } of eventsIn(response))
      if (event === 'hello') return { name, state: 'good', text: 'changes arrive at once' }
    return { name, state: 'warning', text: 'The stream ended before its first message.' }
  } catch (error) {
    if (signal.aborted)
      return {
        name,
        state: 'warning',
        text: `No message in ${STREAM_SECONDS} seconds. A proxy may buffer: turn buffering off for ${url}.`,
      }
    return { name, state: 'warning', text: reasonOf(error) }
  }
}
