import { issuableTopic, userTopic } from '#contract/live-topics.ts'
import type { DashboardData } from './shapes.ts'

/** The topics that change the lists of the dashboard: to-dos of the viewer, and their merge requests. */
export const dashboardTopics = (user: { readonly id: number } | null) => (page: DashboardData) => [
  ...(user === null ? [] : [userTopic(user.id)]),
  ...page.watchedIds.map(id => issuableTopic('merge_request', id)),
]
