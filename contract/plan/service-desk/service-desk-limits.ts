/** Characters at most. */
export const serviceDeskLimits = {
  key: 50,
  address: 254,
  senderName: 255,
  mailText: 10_000,
  issueTemplate: 100_000,
  title: 255,
  description: 100_000,
  /** Files of one message of a person without an account, and MiB of each. */
  files: 5,
  fileMebibytes: 10,
  /** Hours until the first answer. */
  hours: 8760,
} as const
