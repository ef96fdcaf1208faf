import type { Answer, Call } from '@flagstaff/backbone'
import type { FastifyInstance } from 'fastify'

export type Post = (call: Call) => Promise<Answer>

/** A call goes through the same route as over HTTP, so its token, limits and repetitions are checked there. */
export const postTo =
  (http: FastifyInstance, basePath: string): Post =>
  async ({ path, token, headers, body }) => {
    const response = await http.inject({
      method: 'POST',
      url: `${basePath}${path}`,
      headers: { ...headers, authorization: token },
      payload: body as object,
    })
    return { status: response.statusCode, contentType: response.headers['content-type']?.toString() }
  }
