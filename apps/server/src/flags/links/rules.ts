import { invalid } from '../../platform/errors.ts'

export const MOST_LINKS = 10
const LONGEST_URL = 2_000
const LONGEST_TITLE = 255

/** The address as it is stored: complete, and one that a browser may follow without running anything. */
export function acceptUrl(text: string): string {
  const trimmed = text.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  const isWeb = url?.hostname && ['http:', 'https:'].includes(url.protocol)
  if (!url || !isWeb) throw invalid(`"${trimmed}" is not a web address.`, 'url')
  if (url.username || url.password) throw invalid('Take the name and password out of the address.', 'url')
  if (url.href.length > LONGEST_URL) {
    throw invalid(`The address of a link has at most ${LONGEST_URL} characters.`, 'url')
  }
  return url.href
}

export function acceptTitle(text: string | null | undefined): string | null {
  const title = text?.trim() ?? ''
  if (title.length > LONGEST_TITLE) {
    throw invalid(`The title of a link has at most ${LONGEST_TITLE} characters.`, 'title')
  }
  return title === '' ? null : title
}

type Template = { urlTemplate: string; title?: string | null | undefined }

/** The links a project gives its new flags. What makes no address is left out: a flag is worth more than a link. */
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
