// biome-ignore lint/correctness/noUndeclaredDependencies: what Docusaurus would use without this file
import components from '@theme-original/MDXComponents'

/** A table from `tools/tables-as-html.mts`. */
// biome-ignore lint/security/noDangerouslySetInnerHtml: it is made of our own pages, with all text escaped
const HtmlTable = ({ html }: { html: string }) => <table dangerouslySetInnerHTML={{ __html: html }} />

export default { ...components, HtmlTable }
