/** Messages and summaries are Markdown; pages show their words. */
export const plainText = (markdown: string) =>
  markdown.replace(/\[`?([^\]`]*)`?\]\([^)]*\)/g, '$1').replaceAll('`', '')
