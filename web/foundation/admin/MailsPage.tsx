import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { listMails } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { useHasNext } from '../places/has-next.ts'
import { Pages } from '../places/Pages.tsx'
import { usePageNumber, useSearchBox } from '../places/search-box.ts'
import { AdminFrame } from './AdminFrame.tsx'
import { MailState } from './MailState.tsx'

export function MailsPage() {
  const box = useSearchBox()
  const page = usePageNumber()
  const input = {
    ...(box.asked === undefined ? {} : { search: box.asked }),
    ...(page === undefined ? {} : { page }),
  }
  const { data: mails } = useReading(listMails, input, { keepPrevious: true })
  const hasNext = useHasNext(listMails, input, mails)
  return (
    <AdminFrame
      active="mails"
      title={foundationTitles.emails}
      detail="Emails sent by this site, newest first."
      width="list"
    >
      <SearchInput label="Search by recipient or subject" value={box.text} onValue={box.setText} />
      {mails === undefined ? (
        <Skeleton rows={8} shape="row" />
      ) : mails.length === 0 ? (
        <EmptyState
          illustration={<Illustration of={box.asked === undefined ? 'nothing-yet' : 'nothing-found'} />}
          title={box.asked === undefined ? 'No emails yet' : 'No matching emails'}
        >
          Password reset links and notifications appear here.
        </EmptyState>
      ) : (
        <List aria-label="Emails">
          {mails.map(mail => (
            <ListRow
              key={mail.id}
              title={<Anchor href={`/admin/mails/${mail.id}`}>{mail.subject}</Anchor>}
              detail={
                <>
                  <span>To {mail.recipient}</span>
                  <MailState mail={mail} />
                </>
              }
              trailing={<RelativeTime at={mail.createdAt} />}
            />
          ))}
        </List>
      )}
      <Pages label="Emails pagination" hasNext={hasNext} />
    </AdminFrame>
  )
}
