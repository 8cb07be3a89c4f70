export const messages = {
  noSubject: 'The message has no subject. Write the title of the issue in the subject.',
  lostRight: 'You do not have permission to create issues in this project',
  resetAddress: 'This address is not valid. Copy your current address from the list of issues',
} as const
