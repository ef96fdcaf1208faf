import type { Settings } from '../settings.ts'

const PATIENCE_MS = 5_000

export type Upstream = {
  get(path: string, token: string, options: RequestOptions): Promise<Response>
  post(
    path: string,
    token: string | undefined,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<Response>
  /** The body of a response; throws if it is too long. */
  read(response: Response): Promise<string>
  mostAnswerBytes: number
}
type RequestOptions = { headers: Record<string, string>; signal?: AbortSignal }

/** Headers that say who asks. */
export const ownHeaders = ({ appName, instanceId }: Pick<Settings, 'appName' | 'instanceId'>) => ({
  'unleash-appname': appName,
  'unleash-instanceid': instanceId,
  'unleash-sdk': 'flagstaff-edge:0.1.0',
})

/** The server or edge that this edge gets its flags from. */
export function createUpstream(settings: Settings): Upstream {
  const { upstream = '', mostAnswerBytes } = settings
  const own = ownHeaders(settings)
  return {
    get: (path, token, { headers, signal }) =>
      fetch(`${upstream}${path}`, {
        headers: { ...own, authorization: token, ...headers },
        signal: signal ?? AbortSignal.timeout(PATIENCE_MS),
      }),
    post: (path, token, body, headers = {}) =>
      fetch(`${upstream}${path}`, {
        method: 'POST',
        headers: {
          ...own,
          'content-type': 'application/json',
          ...(token ? { authorization: token } : {}),
          ...headers,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
    read: (response) => readText(response, mostAnswerBytes),
    mostAnswerBytes,
  }
}

/** Counts decompressed bytes: a small compressed body can be a decompression bomb. */
async function readText({ body }: Response, mostBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > mostBytes) throw tooLong(mostBytes)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

export const tooLong = (mostBytes: number) =>
  new Error(`upstream sent more than ${mostBytes / 1_048_576} MB; see MOST_ANSWER_MEGABYTES`)
