import type { Reader } from '../../platform/database/database.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { confinedTo, type Viewer } from '../../platform/write/actor.ts'
import { type Modes, modesOf } from './modes.ts'
import { findSample, listBatches, type StoredBatch } from './queries.ts'
import { openKey } from './reservoir.ts'

/** The sampled contexts that a viewer can see, newest first, and how their fields are stored. */
export type Sampled = { modes: Modes; batches: StoredBatch[] }

export async function readSampled(
  db: Reader,
  { encryptionKeys }: Pick<Settings, 'encryptionKeys'>,
  viewer: Viewer,
  environment: string,
): Promise<Sampled> {
  const [setting, batches] = await Promise.all([
    findSample(db),
    listBatches(db, environment, confinedTo(viewer)),
  ])
  const modes = modesOf(setting ?? { properties: [] }, openKey(setting?.sealedKey ?? null, encryptionKeys))
  return { modes, batches }
}
