export const messages = {
  testTitle: 'Test page',
  testText: 'This is a test page that you have sent yourself. Nothing has happened.',
  noMail: 'Emails are turned off in this project, or the daily limit of emails about it is reached.',
} as const
