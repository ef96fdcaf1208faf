// One chunk: with several, what they share would be loaded with the first page.
export { RampDialog } from '../guards/RampDialog.tsx'
export { FlagSafeguards } from '../safeguards/FlagSafeguards.tsx'
export { AddPlan } from './AddPlan.tsx'
export { PlanCard } from './PlanCard.tsx'
