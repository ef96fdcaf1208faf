// For change requests, which show changes of segments.
export { diffOf as diffSegments } from './diff.tsx'
export { freshSegmentList, segmentList } from './queries.ts'
export { SegmentChip } from './SegmentChip.tsx'
