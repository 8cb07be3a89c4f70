import { later, type Slice } from '#server/slice.ts'
import { mailsAnswers } from './answers.ts'
import { deliverMails } from './deliver.ts'
import './events.ts'
import { mailsPages } from './pages.ts'

export const mails: Slice = {
  name: 'mails',
  answers: mailsAnswers,
  pages: mailsPages,
  followers: [later('mail.queued', (ctx, event) => deliverMails(ctx, event.payload.mailIds))],
}
