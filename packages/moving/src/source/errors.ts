export type SourceProblem =
  | 'unreachable'
  | 'timeout'
  | 'redirect'
  | 'notUnleash'
  | 'badToken'
  | 'notAdmin'
  | 'tooLarge'
  | 'failed'

/** The source server cannot be read. The message says what to do; it never contains the token. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly problem: SourceProblem
  readonly status: number | undefined

  constructor(problem: SourceProblem, message: string, status?: number) {
    super(message)
    this.problem = problem
    this.status = status
  }
}
