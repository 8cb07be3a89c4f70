import { errorsTopic } from '#contract/live-topics.ts'

/** The scope of the events about a project's errors. */
export const errorsScope = (projectId: number) => ({ namespaceId: projectId, topics: [errorsTopic(projectId)] })
