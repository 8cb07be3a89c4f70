import { groupTopic, issuesTopic, projectTopic } from '#contract/live-topics.ts'
import type { ActivityPage } from './merged.ts'

/** The topics of a place's activity: its members and milestones, and its issues with their comments. */
export const placeTopics = ({ id, kind }: { readonly id: number; readonly kind: string }): readonly string[] =>
  kind === 'project' ? [projectTopic(id), issuesTopic(id)] : [groupTopic(id)]

/** The topics of the places that a page shows. */
export const shownTopics = ({ activities }: ActivityPage): readonly string[] => [
  ...new Set(activities.flatMap(({ place }) => placeTopics(place))),
]
