import type { CreateFeatureNamingPattern } from '@flagstaff/contract/flags'
import { isDots } from '@flagstaff/rules/names'
import { RE2JS } from 're2js'
import { invalid } from '../../platform/errors.ts'
import { checkPattern } from '../constraints/index.ts'

/** The project that always exists. */
export const DEFAULT_PROJECT = 'default'

const LONGEST_SLUG = 90
const LONGEST_NAME = 100
/** Used in paths such as `/projects/archive/…`. */
const reserved = new Set(['archive', 'revive'])

export function checkProjectId(id: string) {
  if (reserved.has(id)) throw invalid(`A project cannot be called ${id}. Choose another id.`, 'id')
  if (/^[A-Za-z0-9_~.-]{1,100}$/.test(id) && !isDots(id)) return
  throw invalid(
    'A valid project id has 1 to 100 characters: letters, digits and _ ~ . -. It cannot be . or .. alone.',
    'id',
  )
}

/** The default id of a project, derived from its name. */
export const slugOf = (name: string): string => {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^-+|-+$/g, '')
  return slug === '' || reserved.has(slug) ? 'project' : slug
}

/** The slug, with the first free number as a suffix if it is taken. */
export function freeId(slug: string, taken: ReadonlySet<string>): string {
  let id = slug
  for (let number = 1; taken.has(id); number++) id = `${slug}-${number}`
  return id
}

export function cleanName(name: string): string {
  const clean = name.replace(/<\/?[a-z][^>]*>/gi, '').trim()
  if (clean === '') throw invalid('A project needs a name.', 'name')
  return clean
}

/** Validates the naming pattern for flags, which must match the whole name, and its help texts. */
export function checkNaming({ pattern, example, description }: CreateFeatureNamingPattern) {
  if (!pattern) {
    if (example || description) {
      throw invalid('An example or description needs a naming pattern.', 'featureNaming')
    }
    return
  }
  if (/\s|\\[sStnrfv]/.test(pattern)) {
    throw invalid(
      'Flag names cannot contain spaces. Remove the whitespace from the pattern.',
      'featureNaming/pattern',
    )
  }
  checkPattern(pattern, 'featureNaming/pattern')
  // A long text takes long to match.
  if (example && example.length > LONGEST_NAME)
    throw invalid(
      `The example is longer than a flag name, ${LONGEST_NAME} characters.`,
      'featureNaming/example',
    )
  if (example && !RE2JS.matches(pattern, example)) {
    throw invalid(`The example "${example}" does not match the pattern.`, 'featureNaming/example')
  }
}

/** With placeholders filled in, a template must be a valid URL. */
export function checkLinkTemplates(templates: readonly { urlTemplate: string }[]) {
  for (const { urlTemplate } of templates) {
    const filled = urlTemplate.trim().replace(/\{\{(project|feature)\}\}/g, 'x')
    const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(filled) ? filled : `https://${filled}`)
    if (url?.hostname && ['http:', 'https:'].includes(url.protocol)) continue
    throw invalid(`"${urlTemplate}" is not a valid URL.`, 'linkTemplates')
  }
}
