import type { World } from './world.ts'

export type Call = { method: 'get' | 'post' | 'put' | 'patch' | 'delete'; url: string; body?: unknown }
type Words = { word: string; world: World | undefined }

/** Objects with numeric ids: those of the private project, or ids that do not exist. */
const numbers = ({ world }: Words): [RegExp, string][] => [
  [/^(\/api\/admin\/segments\/)\{id\}/, `$1${world?.segment ?? 999_998}`],
  [/^(\/api\/admin\/events\/)\{id\}/, `$1${world?.event ?? 999_998}`],
  [/\{strategyId\}/g, world?.rule ?? '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  [/\{templateId\}/g, world?.template ?? '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  [/\{segmentId\}/g, String(world?.segment ?? 999_998)],
  [/\{(id|roleId|userId|groupId|tokenId)\}/g, '999998'],
]

const names: Record<string, string> = {
  projectId: 'project',
  contextField: 'field',
  appName: 'app',
  application: 'app',
  token: 'token',
}

/** The path with its parameters replaced by this word. */
export function addressFor(path: string, words: Words, project?: string): string {
  const filled = numbers(words).reduce((url, [pattern, value]) => url.replace(pattern, value), path)
  return filled
    .replace(/\{environment\}/g, 'development')
    .replace(/\{(\w+)\}/g, (_, name: string) =>
      name === 'projectId' && project ? project : `${words.word}-${names[name] ?? 'flag'}`,
    )
}

/** Searches and queries with a body, which name something by this word or ask for everything. */
export const questions = (word: string, project: string): Call[] => [
  ...['features', 'events'].flatMap((what): Call[] => [
    { method: 'get', url: `/api/admin/search/${what}?limit=100` },
    { method: 'get', url: `/api/admin/search/${what}?query=${word}` },
    { method: 'get', url: `/api/admin/search/${what}?project=IS:${word}-project` },
    { method: 'get', url: `/api/admin/search/${what}?feature=IS:${word}-flag` },
  ]),
  { method: 'get', url: `/api/admin/search/features?segment=INCLUDE:${word}-segment` },
  { method: 'get', url: '/api/admin/search/features?archived=IS:true' },
  { method: 'get', url: '/api/admin/search/features?owner=IS_NONE_OF:none' },
  { method: 'get', url: `/api/admin/projects/${word}-project/people?q=a` },
  { method: 'get', url: `/api/admin/api-tokens?project=${word}-project` },
  { method: 'get', url: `/api/admin/user/roles?projectId=${word}-project` },
  { method: 'get', url: '/api/admin/changes?fromRevision=0&to=2999-01-01T00:00:00Z&limit=500' },
  { method: 'get', url: `/api/admin/changes?fromRevision=0&to=2999-01-01T00:00:00Z&project=${word}-project` },
  { method: 'get', url: `/api/admin/insights/lifecycle?projects=${word}-project` },
  { method: 'get', url: `/api/admin/insights/charts?by=day&projects=${word}-project` },
  { method: 'get', url: `/api/admin/insights/charts.csv?projects=${word}-project` },
  { method: 'get', url: `/api/admin/usage/sparklines?flags=${word}-flag` },
  ask('/api/admin/playground', { environment: 'development', projects: '*', context: { appName: word } }),
  ask('/api/admin/playground', {
    environment: 'development',
    projects: [`${word}-project`],
    context: { appName: 'x' },
  }),
  ask('/api/admin/playground/advanced', {
    environments: ['development'],
    projects: '*',
    context: { appName: 'x' },
  }),
  ask('/api/admin/features-batch/export', { environment: 'development', features: [`${word}-flag`] }),
  ask('/api/admin/features-batch/export', { environment: 'development', project: `${word}-project` }),
  ask('/api/admin/features-batch/export', { environment: 'development', tag: 'simple' }),
  ask('/api/admin/features-batch/validate', {
    environment: 'development',
    project: `${word}-project`,
    data: { features: [], featureStrategies: [] },
  }),
  ask(`/api/admin/projects/${project}/features/own-flag/changeProject`, { newProjectId: `${word}-project` }),
  ask(`/api/admin/projects/${project}/features/own-flag/dependencies`, { feature: `${word}-flag` }),
  ask('/api/admin/segments/strategies', { projectId: `${word}-project`, strategyId: 'x', segmentIds: [] }),
]

const ask = (url: string, body: unknown): Call => ({ method: 'post', url, body })
