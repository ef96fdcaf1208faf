import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { checkAlerts } from './alerts/cases.ts'

// Tries every alert for Prometheus: with the series of `deploy/prometheus/alerts.cases.yaml`, it fires or stays silent.

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = execFileSync('.ci/prometheus', { cwd: root, encoding: 'utf8' }).trim()
checkAlerts(bin)
