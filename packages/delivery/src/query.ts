import { type Headed, projectsOf } from './admission.ts'
import type { Projects, Token } from './store.ts'
import type { Query } from './views.ts'

type Raw = { namePrefix?: string | string[]; tag?: string | string[]; project?: string | string[] }

const SEMVER = /^(\d+)\.(\d+)\.(\d+)(?:-[\w.-]+)?(?:\+[\w.-]+)?$/

/** What the request asks for, within what its token may see; or a text that says what is wrong with it. */
export function readQuery(request: Headed & { query: unknown }, token: Token): Query | string {
  const raw = request.query as Raw
  const inline = knowsNoSegments(request.headers['unleash-client-spec'])
  if (inline === undefined) return 'Unleash-Client-Spec must be a version such as 5.2.0.'
  const tags = raw.tag === undefined ? undefined : [raw.tag].flat().map(readTag)
  if (tags?.some((tag) => tag === undefined)) return 'A tag is written as type:value.'
  return {
    environment: token.environment,
    projects: narrow(projectsOf(token), raw.project === undefined ? undefined : [raw.project].flat()),
    inline,
    namePrefix: raw.namePrefix === undefined ? undefined : [raw.namePrefix].flat()[0],
    tags: tags as [string, string][] | undefined,
  }
}

/** A token of certain projects overrides what is asked for; one of all projects is narrowed by it. */
function narrow(own: Projects, asked: string[] | undefined): Projects {
  if (own !== '*') return [...own].sort()
  return asked && !asked.includes('*') ? [...new Set(asked)].sort() : '*'
}

function readTag(text: string): [string, string] | undefined {
  const at = text.indexOf(':')
  return at > 0 && at < text.length - 1 ? [text.slice(0, at), text.slice(at + 1)] : undefined
}

/** Segments came with 4.2.0. Undefined when the header is no version. */
function knowsNoSegments(header: string | string[] | undefined): boolean | undefined {
  if (header === undefined || header === '') return true
  const version = SEMVER.exec(String(header))
  if (!version) return undefined
  const [major, minor] = [Number(version[1]), Number(version[2])]
  return major < 4 || (major === 4 && minor < 2)
}
