/** The URL of a flag. */
export const pathOf = ({ project, name }: { project: string; name: string }): string =>
  `/projects/${encodeURIComponent(project)}/features/${encodeURIComponent(name)}`
