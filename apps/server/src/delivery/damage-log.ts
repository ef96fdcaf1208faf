import type { Store } from '@flagstaff/delivery'
import type { Logger } from 'pino'

/** Logs each damaged document once, and again only if it was repaired in between. */
export function createDamageLog({ quarantine }: Store, logger: Logger): () => void {
  const logged = new Map<string, string>()
  return () => {
    for (const document of logged.keys()) if (!quarantine.has(document)) logged.delete(document)
    for (const [document, reason] of quarantine) {
      if (logged.get(document) === reason) continue
      logged.set(document, reason)
      logger.error(
        { document, reason },
        'a published document is damaged; its last good form is served, if this process has one',
      )
    }
  }
}
