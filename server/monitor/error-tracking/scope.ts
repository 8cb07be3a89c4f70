import { errorsTopic } from '#contract/live-topics.ts'

/** Where a change of a project's errors is logged, and which pages hear of it. */
export const errorsScope = (projectId: number) => ({ namespaceId: projectId, topics: [errorsTopic(projectId)] })
