import { later, type Slice } from '#server/slice.ts'
import { mailsAnswers } from './answers.ts'
import { deliverMails } from './deliver.ts'
import './events.ts'
import { forgetMailFiles } from './files.ts'
import { mailsPages } from './pages.ts'

export const mails: Slice = {
  name: 'mails',
  answers: mailsAnswers,
  pages: mailsPages,
  timedJobs: [{ name: 'forget_mail_files', pattern: '40 3 * * *', run: forgetMailFiles }],
  followers: [later('mail.queued', (ctx, event) => deliverMails(ctx, event.payload.mailIds))],
}
