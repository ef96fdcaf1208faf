export { reasonOf } from './answers.ts'
export { findCounter } from './queries.ts'
export { emptyRuleset, readSnapshot } from './snapshot.ts'
export { createTimeSlice, type TimeSlice } from './time-slice.ts'
