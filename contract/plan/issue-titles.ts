/** The names of the pages that most visits begin with; part of `planTitles`. They are in the first script, the others are not. */
export const issueTitles = {
  issues: 'Issues',
  /**
   * The title without the backticks of code, which nothing draws in a window's title.
   *
   * @param reference  the short one, as `#12`
   */
  issuable: (title: string, reference: string) => `${title.replace(/`+([^`]+)`+/g, '$1')} (${reference})`,
} as const
