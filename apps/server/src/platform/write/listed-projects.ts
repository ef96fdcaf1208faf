import type { Viewer } from './actor.ts'

/**
 * The content of an event without the names of projects that the reader cannot see. Events of tokens, integrations and
 * environments are in no project, but list several.
 */
export function confine<T>(content: T, projects: Viewer['projects']): T {
  if (projects === 'all' || !listsProjects(content)) return content
  return {
    ...content,
    projects: content.projects.filter(
      (name) => typeof name !== 'string' || name === '*' || projects.has(name),
    ),
  }
}

const listsProjects = (content: unknown): content is { projects: unknown[] } =>
  typeof content === 'object' && content !== null && 'projects' in content && Array.isArray(content.projects)
