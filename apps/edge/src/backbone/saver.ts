import { singleFlight } from '../single-flight.ts'

const AGE_EVERY_MS = 10_000

type Parts = {
  /** Whether the state was saved. */
  save(): Promise<boolean>
  /** Saves when the saved state was last confirmed. */
  saveAge(): Promise<unknown>
}

/** Saves the state of a node if it changed, and how old it is. */
export function createSaver({ save, saveAge }: Parts, now = Date.now) {
  let isChanged = false
  let agedAt = 0
  return {
    changed() {
      isChanged = true
    },
    save: singleFlight(async (isFresh) => {
      if (isChanged) {
        // Before the save: a change during it has to be saved again.
        isChanged = false
        let isSaved = false
        try {
          isSaved = await save()
        } finally {
          if (!isSaved) isChanged = true
        }
      }
      // The age of a state that is not in the file would not be used.
      if (isChanged || (!isFresh && now() - agedAt < AGE_EVERY_MS)) return
      await saveAge()
      agedAt = now()
    }),
  }
}
