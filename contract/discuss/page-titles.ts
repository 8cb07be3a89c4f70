/** The names of the pages, in the window's title and the pages' headings. */
export const discussTitles = {
  abuseReports: 'Abuse reports',
  help: 'Help',
  helpTopic: (topic: string) => `${topic} · Help`,
} as const
