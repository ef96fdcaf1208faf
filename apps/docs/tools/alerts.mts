import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from '@docusaurus/types'

/** The address of the site where `DOCS_URL` is not set. */
export const DEFAULT_URL = 'http://localhost:3000'

/** Replaces the paths of runbooks in the repository by their addresses on a site. */
export const withRunbookUrls = (alerts: string, site: string): string =>
  alerts.replaceAll(
    /\brunbook: apps\/docs\/docs\/(\S+?)\.mdx?(#\S+)?$/gm,
    (_, page: string, anchor = '') => `runbook_url: ${site}${page}${anchor}`,
  )

/** Publishes the alerts for Prometheus with links to the runbooks of this site. */
export const alertFile = (): Plugin => ({
  name: 'alert-file',
  async postBuild({ siteDir, outDir, siteConfig: { url, baseUrl } }) {
    const alerts = readFileSync(join(siteDir, '../../deploy/prometheus/alerts.yaml'), 'utf8')
    writeFileSync(join(outDir, 'alerts.yaml'), withRunbookUrls(alerts, `${url}${baseUrl}`))
  },
})
