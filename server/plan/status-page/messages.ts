export const messages = {
  noPage: 'This project has no public status page. A maintainer can turn it on in the project settings',
  confidential: 'Confidential incidents cannot be published. Turn off confidentiality first',
  published: 'This incident is already published',
} as const
