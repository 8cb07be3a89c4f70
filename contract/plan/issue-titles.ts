/** The names of the pages that most visits begin with. They are in the first script, unlike those of `planTitles`. */
export const issueTitles = {
  issues: 'Issues',
  /**
   * The title without the backticks of code, which nothing draws in a window's title.
   *
   * @param reference  the short one, as `#12`
   */
  issuable: (title: string, reference: string) => `${title.replace(/`+([^`]+)`+/g, '$1')} (${reference})`,
} as const
