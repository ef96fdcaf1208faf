import type { Bench, Line } from '../bench.ts'
import { measureChangeCost } from './change-cost.ts'
import { measureEdge } from './edge.ts'
import { measureKills } from './kills.ts'
import { measureMetrics } from './metrics.ts'
import { measureOutage } from './outage.ts'
import { measurePropagation } from './propagation.ts'
import { measureReads } from './reads.ts'
import { measureStreams } from './streams.ts'

/** In the order they are run. */
export const figures = new Map<string, (bench: Bench) => Promise<Line[]>>([
  ['reads', measureReads],
  ['propagation', measurePropagation],
  ['change-cost', measureChangeCost],
  ['metrics', measureMetrics],
  ['kills', measureKills],
  ['streams', measureStreams],
  ['outage', measureOutage],
  ['edge', measureEdge],
])
