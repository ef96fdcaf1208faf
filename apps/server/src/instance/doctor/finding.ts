import type { DoctorFinding } from '@flagstaff/contract/doctor'

export type Finding = Pick<DoctorFinding, 'state' | 'text' | 'next'>

export const good = (text: string): Finding => ({ state: 'good', text })
export const warning = (text: string, next: string): Finding => ({ state: 'warning', text, next })
export const bad = (text: string, next: string): Finding => ({ state: 'bad', text, next })
