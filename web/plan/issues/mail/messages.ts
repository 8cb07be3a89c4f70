/** The sentences of issues by email. */
export const mailMessages = {
  /** @source ERRMSG-017 */
  resetToken: 'There was an error when reseting email token.',
}
