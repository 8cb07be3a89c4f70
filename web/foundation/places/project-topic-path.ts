export const topicsPath = '/explore/projects/topics'

/** Where a topic and its projects are. */
export const topicPath = (name: string): string => `${topicsPath}/${encodeURIComponent(name)}`
