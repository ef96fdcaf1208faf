import { formatNumber } from '../../../lib/format.ts'
import { t } from './messages.ts'

const MEGABYTE = 1e6
const GIGABYTE = 1e9

export const formatBytes = (bytes: number) =>
  bytes < GIGABYTE
    ? t('megabytes', { size: formatNumber(Math.max(1, Math.round(bytes / MEGABYTE))) })
    : t('gigabytes', { size: formatNumber(Math.round(bytes / (GIGABYTE / 10)) / 10) })
