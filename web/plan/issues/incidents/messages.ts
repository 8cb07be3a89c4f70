/** The sentences of the list of incidents, spelled as the requirements spell them. */
export const messages = {
  /** @source ERRMSG-099 */
  list: 'There was an error displaying the incidents.',
} as const
