export const messages = {
  noEmail: (label: string) =>
    `Your ${label} entry has no valid email address, which an account needs. Ask an administrator to add one.`,
  emailTaken: (label: string) =>
    `An account with your email address already exists. Ask an administrator to connect it with your ${label} entry.`,
} as const
