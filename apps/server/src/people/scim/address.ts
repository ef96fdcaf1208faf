import type { Settings } from '../../platform/settings/settings.ts'

/** The SCIM base URL; always from the settings, never from the request. */
export const baseUrlOf = ({ url, basePath }: Pick<Settings, 'url' | 'basePath'>): string =>
  `${url}${basePath}/scim`
