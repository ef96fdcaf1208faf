import type { Settings } from '../platform/settings.ts'

/** What identity providers are told; always from the settings, never from what a caller sent along. */
export const baseUrlOf = ({ url, basePath }: Pick<Settings, 'url' | 'basePath'>): string =>
  `${url}${basePath}/scim`
