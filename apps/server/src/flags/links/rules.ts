import { invalid } from '../../platform/errors.ts'

export const MOST_LINKS = 10
const LONGEST_URL = 2_000
const LONGEST_TITLE = 255

/** The URL as it is stored: absolute, and only http or https, so that following it cannot run a script. */
export function acceptUrl(text: string): string {
  const trimmed = text.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  const isWeb = url?.hostname && ['http:', 'https:'].includes(url.protocol)
  if (!url || !isWeb) throw invalid(`"${trimmed}" is not a valid URL.`, 'url')
  if (url.username || url.password) throw invalid('Remove the user name and password from the URL.', 'url')
  if (url.href.length > LONGEST_URL) {
    throw invalid(`The URL of a link can have at most ${LONGEST_URL} characters.`, 'url')
  }
  return url.href
}

export function acceptTitle(text: string | null | undefined): string | null {
  const title = text?.trim() ?? ''
  if (title.length > LONGEST_TITLE) {
    throw invalid(`The title of a link can have at most ${LONGEST_TITLE} characters.`, 'title')
  }
  return title === '' ? null : title
}

type Template = { urlTemplate: string; title?: string | null | undefined }

/** Links from the templates of a project. Invalid URLs are skipped, so that they cannot block creating a flag. */
export const fillTemplates = (
  templates: readonly Template[],
  { project, flag }: { project: string; flag: string },
): { url: string; title: string | null }[] =>
  templates.slice(0, MOST_LINKS).flatMap(({ urlTemplate, title }) => {
    const filled = urlTemplate
      .replaceAll('{{project}}', encodeURIComponent(project))
      .replaceAll('{{feature}}', encodeURIComponent(flag))
    try {
      return [{ url: acceptUrl(filled), title: acceptTitle(title) }]
    } catch {
      return []
    }
  })
