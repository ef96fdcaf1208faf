import type { NewEvent } from '../../platform/write/write.ts'
import type { Grant } from './queries.ts'

const described = ({ host, ip, days, proposeOnly }: Grant) => ({
  name: host,
  ip,
  days,
  ...(proposeOnly ? { proposeOnly } : {}),
})

export const deviceApproved = (grant: Grant): NewEvent => ({
  type: 'device-approved',
  data: described(grant),
})

export const deviceDenied = (grant: Grant): NewEvent => ({ type: 'device-denied', data: described(grant) })
