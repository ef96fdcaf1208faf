// The permissions of the predefined roles, written down independently of the server's seed data.

const crud = (noun: string) => ['CREATE', 'UPDATE', 'DELETE'].map((verb) => `${verb}_${noun}`)

const rules = [
  ...crud('FEATURE_STRATEGY'),
  'UPDATE_FEATURE_ENVIRONMENT',
  'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
]
const tokens = ['READ', 'CREATE', 'DELETE'].map((verb) => `${verb}_PROJECT_API_TOKEN`)
const settings = ['MOVE_FEATURE_TOGGLE', 'UPDATE_PROJECT', 'DELETE_PROJECT']

export const member = [
  ...crud('FEATURE'),
  'UPDATE_FEATURE_DEPENDENCY',
  'UPDATE_FEATURE_VARIANTS',
  ...tokens,
  ...rules,
]

export const owner = [
  ...member,
  ...settings,
  'UPDATE_PROJECT_CONTEXT',
  'UPDATE_PROJECT_SEGMENT',
  'UPDATE_PROJECT_RELEASE_TEMPLATE',
]

export const editor = [
  ...crud('ADDON'),
  ...crud('CONTEXT_FIELD'),
  ...crud('SEGMENT'),
  ...crud('STRATEGY'),
  ...crud('TAG_TYPE'),
  'CREATE_PROJECT',
  'UPDATE_APPLICATION',
  'READ_CLIENT_API_TOKEN',
  'READ_FRONTEND_API_TOKEN',
  'RELEASE_PLAN_TEMPLATE_CREATE',
  'RELEASE_PLAN_TEMPLATE_UPDATE',
]

/** Additional permissions of an editor in the default project. */
export const editorOfDefault = [...member, ...settings]
