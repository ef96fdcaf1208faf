import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from '@docusaurus/types'

/** The address of the site where `DOCS_URL` is not set. Runbook links of the alerts in `deploy/` start with it. */
export const DEFAULT_URL = 'http://localhost:3000'

/** Publishes the alerts for Prometheus with links to the runbooks of this site. */
export const alertFile = (): Plugin => ({
  name: 'alert-file',
  async postBuild({ siteDir, outDir, siteConfig: { url, baseUrl } }) {
    const alerts = readFileSync(join(siteDir, '../../deploy/prometheus/alerts.yaml'), 'utf8')
    writeFileSync(join(outDir, 'alerts.yaml'), alerts.replaceAll(`${DEFAULT_URL}/`, `${url}${baseUrl}`))
  },
})
