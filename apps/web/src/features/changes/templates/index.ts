// For the settings of projects, for the editor, and for the plans of flags.
export { formatAfter, formatMinutes, inUnits, type Unit, units } from './after.ts'
export { t as templateText } from './messages.ts'
export { ProjectTemplates } from './ProjectTemplates.tsx'
export { useTemplateRefusal } from './permitted.ts'
export { templateDetail, usableTemplates, useSaveTemplate } from './queries.ts'
export { previewOf } from './steps.ts'
export { type Step, Track } from './Track.tsx'
