import { limits } from '@flagstaff/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { uiConfig } from './session.ts'

/** The limits of this installation, or the defaults while loading. */
export const useLimits = () => useQuery(uiConfig).data?.resourceLimits ?? limits
