import type { FlagValue } from '@flagstaff/contract/values'
import { createContext, useContext } from 'react'

/** The type of the flag whose rule is edited; templates have none. */
export const FlagValueContext = createContext<FlagValue>({})

export const useFlagValue = (): FlagValue => useContext(FlagValueContext)
