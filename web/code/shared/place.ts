import { pipelinesTopic, repositoryTopic } from '#contract/live-topics.ts'
import type { CodePlace } from '../shapes.ts'

/** The topics of pushes and of reports about commits. */
export const codeTopics = ({ place }: { readonly place: Pick<CodePlace, 'id'> }): readonly string[] => [
  repositoryTopic(place.id),
  pipelinesTopic(place.id),
]

/** The name of a ref that is not the default branch, which goes without saying. */
export const otherRef = (ref: { readonly name: string; readonly isDefault: boolean } | null): string | null =>
  ref === null || ref.isDefault ? null : ref.name
