import { type Headed, projectsOf } from './admission.ts'
import type { Query } from './bodies.ts'
import type { Projects, Token } from './store.ts'

type Raw = { namePrefix?: string | string[]; tag?: string | string[]; project?: string | string[] }

const SEMVER = /^(\d+)\.(\d+)\.(\d+)(?:-[\w.-]+)?(?:\+[\w.-]+)?$/

/** The query of a request, limited to the scope of its token; or an error message. */
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

/** A token for certain projects ignores the requested ones; a token for all projects is narrowed to them. */
function narrow(own: Projects, asked: string[] | undefined): Projects {
  if (own !== '*') return [...own].sort()
  return asked && !asked.includes('*') ? [...new Set(asked)].sort() : '*'
}

function readTag(text: string): [string, string] | undefined {
  const at = text.indexOf(':')
  return at > 0 && at < text.length - 1 ? [text.slice(0, at), text.slice(at + 1)] : undefined
}

/** Segments were added in 4.2.0. Undefined if the header is not a version. */
function knowsNoSegments(header: string | string[] | undefined): boolean | undefined {
  if (header === undefined || header === '') return true
  const version = SEMVER.exec(String(header))
  if (!version) return undefined
  const [major, minor] = [Number(version[1]), Number(version[2])]
  return major < 4 || (major === 4 && minor < 2)
}
