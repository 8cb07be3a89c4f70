import { releasesTopic } from '#contract/live-topics.ts'

/** The scope of an event about a release of a project. */
export const scopeOf = (projectId: number) => ({ namespaceId: projectId, topics: [releasesTopic(projectId)] })
