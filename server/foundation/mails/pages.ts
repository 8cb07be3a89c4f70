import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { getMail, listMails } from '#contract/foundation/settings.ts'
import { type PageAddress, page } from '#server/page-address.ts'

export const mailsPages: readonly PageAddress[] = [
  {
    name: 'admin-mails',
    address: '/admin/mails',
    operation: listMails,
    title: foundationTitles.emails,
    module: 'foundation/admin/MailsPage.tsx',
  },
  page({
    name: 'admin-mail',
    address: '/admin/mails/:id',
    operation: getMail,
    title: ({ subject }) => subject,
    module: 'foundation/admin/MailPage.tsx',
  }),
]
