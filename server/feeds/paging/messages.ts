export const messages = {
  testTitle: 'Test page',
  testText: 'This is a test page that you have sent yourself. Nothing has happened.',
  noMail: 'Emails are turned off in this project, or the daily limit of emails about it is reached.',
  unsubscribed: 'The browser no longer takes messages. Add it again in its paging settings.',
  mailFailed: 'The mail server did not take the email',
  noChannel: 'None of your channels of high urgency is set up. Add a browser or a webhook first',
  whyNotice: 'Choose how early you get this email, or turn it off, in your paging settings:',
  noWebhook: 'The webhook was removed.',
} as const
