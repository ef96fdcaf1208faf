// One chunk: with several, the engine that they share would be loaded with the first page.
export { RuleDialog } from '../plans/RuleDialog.tsx'
export { EditTemplate, NewTemplate } from './TemplateForm.tsx'
