/** Where a flag lives. */
export const pathOf = ({ project, name }: { project: string; name: string }): string =>
  `/projects/${encodeURIComponent(project)}/features/${encodeURIComponent(name)}`
