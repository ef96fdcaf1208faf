/** What a change touched, so that readers who have an older revision can be told what to look at again. */
export type Touch = {
  revision: number
  /** First digits of the event log's hash at the revision. */
  hash?: string | undefined
  kind: 'flag' | 'segment'
  name: string
  /** The project a flag was in before, if it was there. */
  was?: string | undefined
  /** Segments a flag uses now and did not use before; left out when that is not known. */
  added?: readonly number[] | undefined
}

/** The most touches kept per environment. They name things and hold no documents, so there may be many. */
const MOST = 10_000

/**
 * The recent touches of one environment, oldest first. What is sent to a reader is made from the present documents,
 * so however many changes a flag has seen, it is sent once.
 */
export function createJournal(start: number) {
  let touches: Touch[] = []
  let floor = start
  return {
    /** Readers below this revision start over. */
    get floor() {
      return floor
    },
    add(touch: Touch) {
      touches.push(touch)
      if (touches.length <= 2 * MOST) return
      floor = touches[touches.length - MOST - 1]?.revision ?? floor
      touches = touches.slice(-MOST)
    },
    /** The hash that was told for a revision; undefined when nothing was touched then, or that is forgotten. */
    hashAt(revision: number): string | undefined {
      for (let at = touches.length - 1; at >= 0; at--) {
        const touch = touches[at]
        if (!touch || touch.revision < revision) return undefined
        if (touch.revision === revision) return touch.hash
      }
      return undefined
    },
    since: (revision: number): readonly Touch[] => {
      let from = touches.length
      while (from > 0 && (touches[from - 1]?.revision ?? 0) > revision) from--
      return touches.slice(from)
    },
  }
}

export type Journal = ReturnType<typeof createJournal>
