const MOST_CAUSES = 5

/**
 * Why something failed, in one line: the message of an error and those of its causes. `fetch failed` alone does not say
 * that a certificate is not trusted or that nothing listens.
 */
export function reasonOf(error: unknown): string {
  const messages: string[] = []
  let at = error
  for (let depth = 0; depth < MOST_CAUSES && at !== undefined && at !== null; depth++, at = causeOf(at)) {
    const message = messageOf(at)
    if (message !== '' && !messages.some((one) => one.includes(message))) messages.push(message)
  }
  return messages.join(': ').replace(/\s+/g, ' ')
}

/** Several addresses of one host can each fail; the first is enough. */
const causeOf = (error: unknown): unknown =>
  error instanceof AggregateError ? error.errors[0] : error instanceof Error ? error.cause : undefined

const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : '')
}
