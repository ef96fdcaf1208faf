export { type Draft as MetricDraft, newDraft as newMetricDraft } from './draft.ts'
export { FlagCharts } from './lazy.ts'
export { MetricFields } from './MetricFields.tsx'
