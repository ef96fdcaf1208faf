export { ConstraintEditor } from './ConstraintEditor.tsx'
export {
  type Against,
  ConstraintsSentence,
  ConstraintsWords,
  ConstraintWords,
} from './ConstraintSentence.tsx'
export { hasFault } from './check.ts'
export { OperatorWarnings } from './OperatorWarnings.tsx'
// The styles of constraints, for sentences that contain them.
export { default as sentence } from './Sentence.module.css'
