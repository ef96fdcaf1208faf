import { flagName, PER_PROJECT } from './seed.ts'
import { WIDEST, type Width } from './wide-seed.ts'

export type Question = { title: string; method?: string; path: (round: number) => string; body?: object }

const search = (query: string) => () => `/api/admin/search/features?${query}`
const events = (query: string) => () => `/api/admin/search/events?limit=50&${query}`
const playground = (title: string, more: object): Question => ({
  title: `playground, ${title}`,
  method: 'POST',
  path: () => '/api/admin/playground',
  body: { environment: 'production', context: { appName: 'bench', userId: '7', country: 'NO' }, ...more },
})
const toggle = (flag: string): Question => ({
  title: 'environment toggle',
  method: 'POST',
  path: (round) => `${flag}/environments/production/${round % 2 ? 'on' : 'off'}`,
})

/** What the screens ask among many flags. */
export function flagQuestions(flags: number): Question[] {
  const middle = flagName(flags / 2)
  const project = `project-${Math.floor(flags / (2 * PER_PROJECT))}`
  const flag = `/api/admin/projects/${project}/features/${middle}`
  return [
    { title: 'search, first page', path: search('limit=50') },
    { title: 'search by a rare word', path: search(`query=${middle}`) },
    { title: 'search by a common word', path: search('query=wizard') },
    { title: 'search by state in an environment', path: search('status=production:enabled') },
    { title: 'search in a project', path: search(`project=IS:${project}&limit=50`) },
    playground('whole environment', {}),
    playground('a page of 100', { limit: 100 }),
    playground('one project', { projects: [project] }),
    { title: 'project list', path: () => '/api/admin/projects' },
    { title: 'project list, a page of 50', path: () => '/api/admin/projects?limit=50' },
    { title: 'events, first page', path: events('') },
    { title: 'events, deep offset', path: events(`offset=${2 * flags - 100}`) },
    { title: 'events, deep by revision', path: events('before=100') },
    { title: 'flag page', path: () => flag },
    { title: 'project overview', path: () => `/api/admin/projects/${project}/overview` },
    toggle(flag),
  ]
}

/** What the screens ask among many projects, people, environments and events. */
export function wideQuestions({ projects, users, events: total }: Width): Question[] {
  const project = `/api/admin/projects/${WIDEST}`
  const flag = `${project}/features/${flagName(0)}`
  const get = (title: string, path: string): Question => ({ title, path: () => path })
  return [
    get('project list', '/api/admin/projects'),
    get('project list, a page of 50', '/api/admin/projects?limit=50'),
    { title: 'search, first page', path: search('limit=50') },
    get('accounts', '/api/admin/user-admin'),
    get('accounts, by name', `/api/admin/user-admin/search?q=user-${users - 1}`),
    get('people of a project with 1,000', `${project}/access`),
    get('home', '/api/admin/home'),
    get('environments', '/api/admin/environments'),
    get('environments of a project with all', '/api/admin/environments/project/project-0'),
    get('page of a flag in all environments', flag),
    get('overview of a project with all environments', `${project}/overview`),
    { title: 'events, first page', path: events('') },
    { title: 'events, deep offset', path: events(`offset=${total - 100}`) },
    {
      title: 'events of a project, deep offset',
      path: events(`project=IS:${WIDEST}&offset=${Math.floor(total / projects) - 60}`),
    },
    { title: 'events by a word', path: events('query=7') },
    { title: 'events of a type', path: events('type=IS:feature-strategy-update') },
    get('people in the log', '/api/admin/event-creators'),
    get('statistics', '/api/admin/instance-admin/statistics'),
    toggle(flag),
  ]
}
