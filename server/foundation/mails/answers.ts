import { sql } from 'kysely'
import { getMail, getMailFile, listMails } from '#contract/foundation/settings.ts'
import { NotFound } from '#server/errors.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'
import { contentDisposition } from '#server/platform/text/content-disposition.ts'
import { answer, Paged, pageOf, StreamReply } from '#server/slice.ts'
import { blankSecrets } from './blank.ts'
import { fileSize, filesOf, readFileOf } from './files.ts'

const columns = ['id', 'recipient', 'subject', 'createdAt', 'sentAt', 'failure'] as const

export const mailsAnswers = [
  answer(listMails, {
    for: 'admin',
    run: async (ctx, input) => {
      const { page, perPage, offset } = pageOf(input)
      const search = input.search?.trim() ?? ''
      const rows = await ctx.db
        .selectFrom('mails')
        .select(columns)
        .$if(search !== '', query => query.where(matchesSearch(sql`recipient || ' ' || subject`, search)))
        .orderBy('id', 'desc')
        .limit(perPage + 1)
        .offset(offset)
        .execute()
      return Paged.uncounted(rows.slice(0, perPage), { page, perPage, hasNext: rows.length > perPage })
    },
  }),
  answer(getMail, {
    for: 'admin',
    run: async (ctx, { id }) => {
      const mail = await ctx.db
        .selectFrom('mails')
        .select([...columns, 'text', 'html', 'headers', 'secrets'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (mail === undefined) throw new NotFound('Mail')
      const { secrets, ...row } = mail
      const shown = { ...row, file: await fileSize(ctx, id) }
      const headers = mail.headers as Readonly<Record<string, unknown>>
      // Without a mail server, this page is the only place to read the links of a mail.
      const isDelivered = ctx.services.settings.smtpUrl === undefined && secrets.length > 0
      return isDelivered
        ? { ...shown, headers, holdsSecrets: true }
        : { ...shown, ...blankSecrets({ ...shown, headers }, secrets), holdsSecrets: false }
    },
  }),
  answer(getMailFile, {
    for: 'admin',
    run: async (ctx, { id }) => {
      const file = (await filesOf(ctx.db, [id])).get(id)
      if (file === undefined) throw new NotFound('File')
      return new StreamReply(readFileOf(ctx.db, id), {
        'content-type': file.mediaType,
        'content-disposition': contentDisposition('attachment', file.name),
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
    },
  }),
]
