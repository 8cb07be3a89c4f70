export const topicsPath = '/explore/projects/topics'

/** The path of a topic and its projects. */
export const topicPath = (name: string): string => `${topicsPath}/${encodeURIComponent(name)}`
