import type { SnapshotStore } from './options.ts'
import type { State } from './state.ts'

/**
 * Saves the state after changes, one save at a time. `origin` says where the flags come from: those of another token
 * must not be used.
 */
export async function createSnapshots(store: SnapshotStore | undefined, state: State, origin: string) {
  const digest = store ? await digestOf(origin) : ''
  let saving: Promise<void> | undefined
  let again = false

  const saveAll = async () => {
    do {
      again = false
      const text = state.toSnapshot(digest)
      // The flags are in memory, so a store that fails must not stop anything.
      if (text !== undefined) await store?.save(text).catch(() => {})
    } while (again)
    saving = undefined
  }
  return {
    async load() {
      try {
        const text = await store?.load()
        if (text) state.restore(text, digest)
      } catch {
        // A damaged snapshot counts as missing.
      }
    },
    save() {
      if (!store) return
      again = true
      saving ??= saveAll()
    },
    settled: async () => saving,
  }
}

export type Snapshots = Awaited<ReturnType<typeof createSnapshots>>

async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
