import { lazy } from 'react'

// Loaded when the metrics of a flag are shown.
export const FlagCharts = lazy(() =>
  import('./FlagCharts.tsx').then((module) => ({ default: module.FlagCharts })),
)
