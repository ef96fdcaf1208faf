import { ADMIN_TOKEN, type Reply, type Server } from '../cluster/server.ts'

type Headers = Record<string, string>
/** Sends a request of an administrator that has to succeed, and returns the body of the response. */
export type SetUp = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Headers,
) => Promise<Reply['body']>

export const createSetUp =
  (server: Server, authorization = ADMIN_TOKEN): SetUp =>
  async (method, path, body, headers = {}) => {
    const answer = await server.call(method, path, body, { authorization, ...headers })
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

/** A personal token for an account that can sign in with a password. */
export async function createPersonalToken(
  server: Server,
  account: { username: string; password: string },
  options: { proposeOnly?: boolean } = {},
): Promise<string> {
  const login = await server.call('POST', '/auth/simple/login', account, { authorization: '' })
  const cookie = login.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const token = { description: 'fuzz', expiresAt: '2099-01-01T00:00:00Z', ...options }
  const created = await createSetUp(server)('POST', '/api/admin/user/tokens', token, {
    authorization: '',
    cookie,
  })
  return created.secret
}
