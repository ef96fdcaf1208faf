import type { Feature } from '@flagstaff/contract/flags'

export type Dependency = { feature: string; enabled: boolean; variants: string[] }
export type FlagLink = NonNullable<Feature['links']>[number]
