export type Detail = { message: string; path?: string }

/** An error response, with the details from the server. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: readonly Detail[]
  /** Identifies the error in the server's logs. */
  readonly id: string
  /** Whether the change can be added to a change request instead. */
  readonly proposable: boolean
  readonly retryAfter: number | undefined
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, received: unknown, retryAfter?: number) {
    const body = (typeof received === 'object' && received !== null ? received : {}) as Record<
      string,
      unknown
    >
    super(typeof body.message === 'string' ? body.message : `The server answered with HTTP ${status}.`)
    this.name = 'ApiError'
    this.status = status
    this.code = String(body.code ?? '')
    this.details = Array.isArray(body.details) ? (body.details as Detail[]) : []
    this.id = String(body.id ?? '')
    this.proposable = body.proposable === true
    this.retryAfter = retryAfter
    this.body = body
  }
}

/** The answer has more bytes than the client reads. A repeat would get the same one. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

/** There was no answer, or a 504: a change may have been made or not. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}
