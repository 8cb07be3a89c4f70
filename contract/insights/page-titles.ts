/** The names of the pages, in the window's title and the pages' headings. */
export const insightTitles = {
  valueStreams: 'Value streams',
  codeReviews: 'Code reviews',
  delivery: 'Delivery',
} as const
