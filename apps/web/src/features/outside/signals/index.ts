// For the settings of projects and the list of integrations.
export { ProjectActions } from './ProjectActions.tsx'
export { SignalTabs } from './SignalTabs.tsx'
