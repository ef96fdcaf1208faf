/** Something a change affected, so that clients with an older revision know what to update. */
export type Touch = {
  revision: number
  /** First digits of the event log's hash at the revision. */
  hash?: string | undefined
  kind: 'flag' | 'segment'
  name: string
  /** The project that the flag was in before, if any. */
  was?: string | undefined
  /** Segments that the flag uses now and did not use before; undefined if unknown. */
  added?: readonly number[] | undefined
}

/** Maximum of touches per environment. They contain names and no documents, so the limit can be high. */
const MOST = 10_000

/**
 * The recent touches of one environment, oldest first. Deltas are made from the current documents, so a flag that
 * changed several times is sent once.
 */
export function createJournal(start: number) {
  let touches: Touch[] = []
  let floor = start
  return {
    /** Clients below this revision start over. */
    get floor() {
      return floor
    },
    add(touch: Touch) {
      touches.push(touch)
      if (touches.length <= 2 * MOST) return
      floor = touches[touches.length - MOST - 1]?.revision ?? floor
      touches = touches.slice(-MOST)
    },
    /** The hash at a revision; undefined if nothing was touched at it, or it is too old. */
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
