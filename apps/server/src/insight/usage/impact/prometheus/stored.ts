import type { ExternalImpactMetricsSource } from '@flagstaff/contract/impact'

/** The name of the setting. The bearer token is encrypted before it is stored. */
export const EXTERNAL_SOURCE = 'flagstaff.impact-metrics.external-source'
export type StoredSource = { enabled: boolean; url?: string; sealedToken?: string }

export const noSource: StoredSource = { enabled: false }

export const shownSource = (stored: StoredSource): ExternalImpactMetricsSource => ({
  enabled: stored.enabled,
  ...(stored.url === undefined ? {} : { url: stored.url }),
  hasToken: stored.sealedToken !== undefined,
})
