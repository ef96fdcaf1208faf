import type { Asker } from './ask.ts'
import { asText, differences, type State, stateOf } from './state.ts'

export const tally = { polls: 0, notModified: 0, failed: 0 }

export type Poller = ReturnType<typeof createPoller>

/** An SDK or a browser that asks for its flags again and again, and keeps the last answer. */
export function createPoller(asker: Asker, path: string, token: string) {
  let etag: string | undefined
  let body: string | undefined
  return {
    path,
    token,
    async poll() {
      const headers = { authorization: token, ...(etag ? { 'if-none-match': etag } : {}) }
      const answer = await asker.read({ path, headers })
      tally.polls += 1
      if (!answer) tally.failed += 1
      else if (answer.status === 304) tally.notModified += 1
      else ({ etag, body } = answer)
    },
    /** What is wrong with its flags, if anything. */
    compare(truth: State): string | undefined {
      if (body === undefined) return 'never got flags'
      const own = stateOf(body)
      return asText(own) === asText(truth) ? undefined : differences(own, truth)
    },
  }
}
