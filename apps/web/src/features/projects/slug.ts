/** The id a project gets when it names none, as the server makes it. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 90)
    .replace(/^-+|-+$/g, '')
