/** Whether mails go out, by either of its two names; undefined when neither was given. */
export function emailsEnabledOf(given: {
  readonly emailsEnabled?: boolean
  readonly emailsDisabled?: boolean
}): boolean | undefined {
  return given.emailsEnabled ?? (given.emailsDisabled === undefined ? undefined : !given.emailsDisabled)
}
