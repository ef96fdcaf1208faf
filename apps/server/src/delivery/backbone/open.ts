import type { Logger } from 'pino'
import type { Db } from '../../platform/database/database.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { Post } from './post.ts'

/** Loads the backbone if one is set; otherwise nothing of it is loaded, connected or read. */
export async function openBackbone({ backbone }: Settings, parts: { db: Db; logger: Logger; post: Post }) {
  if (!backbone) return undefined
  const { startPublishing } = await import('./publish.ts')
  return startPublishing(backbone, parts)
}
