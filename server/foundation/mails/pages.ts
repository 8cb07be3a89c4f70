import { getMail, listMails } from '#contract/foundation/settings.ts'
import type { PageAddress } from '#server/slice.ts'

export const mailsPages: readonly PageAddress[] = [
  { name: 'admin-mails', address: '/admin/mails', operation: listMails },
  { name: 'admin-mail', address: '/admin/mails/:id', operation: getMail },
]
