/** The content of an email: paragraphs, and at most one call to action. */
export type Letter = {
  subject: string
  paragraphs: readonly string[]
  action?: { label: string; url: string }
  /** Small print, such as how long a link is valid and what to do about an unexpected email. */
  notes: readonly string[]
  /** A URL that ends such emails when a mail program posts to it. */
  unsubscribe?: string
}

export const toText = ({ subject, paragraphs, action, notes }: Letter): string =>
  [subject, ...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), ...notes, '-- \nFlagstaff']
    .join('\n\n')
    .concat('\n')

/** One column with inline styles, because email clients drop everything else. Loads no external resources. */
export function toHtml({ subject, paragraphs, action, notes }: Letter): string {
  const text = paragraphs.map((part) => `<p style="margin:0 0 16px">${escaped(part)}</p>`)
  const small = notes.map((part) => `<p style="margin:0 0 8px">${escaped(part)}</p>`)
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#F6F7F7;color:#12181B;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#FFFFFF;border:1px solid #E2E5E6;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escaped(subject)}</h1>
${text.join('\n')}
${action ? button(action) : ''}
<div style="margin-top:24px;padding-top:16px;border-top:1px solid #E2E5E6;font-size:14px;color:#465157">
${small.join('\n')}
</div>
</div>
</body>
</html>
`
}

const button = ({ label, url }: { label: string; url: string }) =>
  `<p style="margin:24px 0"><a href="${escaped(url)}" style="display:inline-block;padding:10px 18px;background:#0A5B76;color:#FFFFFF;border-radius:6px;text-decoration:none">${escaped(label)}</a></p>
<p style="margin:0 0 16px;font-size:14px;color:#465157;word-break:break-all">${escaped(url)}</p>`

const signs = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs.get(sign) ?? '')
