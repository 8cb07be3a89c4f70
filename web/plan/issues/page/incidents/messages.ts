/** The sentences of incidents, spelled as the requirements spell them. */
export const messages = {
  /** @source ERRMSG-004 */
  updateStatus: 'An error occurred while updating the incident status. Please reload the page and try again.',
} as const
