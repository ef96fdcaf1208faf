import { Agent, type IncomingMessage, request } from 'node:http'

export type Question = {
  path: string
  headers: Record<string, string>
  /** A report; anything else is read. */
  body?: string
}
export type Answer = { status: number; etag: string | undefined; body: string }

const TIMEOUT_MS = 10_000

/** The connection of one SDK. */
export function createAsker(urls: readonly string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const once = (url: string, question: Question) =>
    new Promise<Answer>((resolve, reject) => {
      send(url, question, agent, async (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (text: string) => (body += text))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, etag: response.headers.etag, body }),
        )
      }).on('error', reject)
    })
  return {
    /** From its own address, or else from the next in its region, as a load balancer would choose. */
    async read(question: Question): Promise<Answer | undefined> {
      for (const url of urls) {
        const answer = await once(url, question).catch(() => undefined)
        if (answer && answer.status < 400) return answer
      }
      return undefined
    },
    /** Whether the counts were taken. Only a refused connection is tried elsewhere: other failures may have counted. */
    async report(question: Question): Promise<boolean> {
      for (const url of urls) {
        try {
          const { status } = await once(url, question)
          return status >= 200 && status < 300
        } catch (error) {
          if (Object(error).code !== 'ECONNREFUSED') return false
        }
      }
      return false
    },
    close: () => agent.destroy(),
  }
}

export type Asker = ReturnType<typeof createAsker>

function send(
  url: string,
  { path, headers, body }: Question,
  agent: Agent,
  use: (response: IncomingMessage) => void,
) {
  const sent = request(`${url}${path}`, {
    agent,
    method: body === undefined ? 'GET' : 'POST',
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    timeout: TIMEOUT_MS,
  })
  sent.on('timeout', () => sent.destroy(new Error('no answer')))
  sent.on('response', use)
  sent.end(body)
  return sent
}
