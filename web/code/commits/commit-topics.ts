import { issuablesTopic } from '#contract/live-topics.ts'
import type { CodePlace } from '../shapes.ts'
import { codeTopics } from '../shared/place.ts'

/** The code of a project, and the comments on its commits: a first comment too, which gives a commit its own topic. */
export const commitTopics = ({ place }: { readonly place: CodePlace }): readonly string[] => [
  ...codeTopics({ place }),
  issuablesTopic('commit', place.id),
]
