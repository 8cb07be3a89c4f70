export const messages = {
  needed: 'is required when the category is “other”',
  notTheirs: 'is not the author of the reported content',
  noAddress: 'is not the URL of a comment, issue or user',
} as const
