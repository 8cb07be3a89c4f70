import type { ReplyOf } from '#contract/operation.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { messages } from '../messages.ts'
import { useScheduleTimes } from '../schedule-times.ts'
import { CalendarNotices } from './CalendarNotices.tsx'
import styles from './Source.module.css'

export type CalendarPreview = ReplyOf<
  typeof import('#contract/plan/incidents/on-call-calendars.ts').previewOnCallCalendar
>

interface SourcePreviewProps {
  readonly preview: CalendarPreview
  readonly timeZone: string
  /** Usernames by names, as typed. */
  readonly people: Readonly<Record<string, string>>
  readonly onPerson: (name: string, username: string) => void
}

/** The next shifts of a calendar, and the people whom it names. */
export function SourcePreview({ preview, timeZone, people, onPerson }: SourcePreviewProps) {
  const { span } = useScheduleTimes(timeZone)
  const { shiftCount, shifts, noticeCount, notices } = preview
  return (
    <section className={styles.preview} aria-label="Preview">
      <h3 className={styles.title}>{counted(shiftCount, 'upcoming shift')}</h3>
      {shiftCount === 0 && <Banner tone="warning">{messages.calendarEmpty}</Banner>}
      {shifts.length > 0 && (
        <ol className={styles.shifts}>
          {shifts.map(({ startsAt, endsAt, user }) => (
            <li key={`${startsAt} ${user.id}`}>
              {span({ startsAt, endsAt })}: <bdi>{user.name}</bdi>
            </li>
          ))}
          {shiftCount > shifts.length && <li>{counted(shiftCount - shifts.length, 'more shift')}</li>}
        </ol>
      )}
      {preview.people.length > 0 && (
        <>
          <h3 className={styles.title}>People</h3>
          <p className={styles.hint}>{messages.calendarPeople}</p>
          <div className={styles.people}>
            {preview.people.map(({ name, events, user }) => (
              <FormField key={name} label={<bdi>{name}</bdi>} hint={counted(events, 'event')}>
                <TextInput
                  code
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  placeholder="Username"
                  value={people[name] ?? user?.username ?? ''}
                  onValue={username => onPerson(name, username)}
                />
              </FormField>
            ))}
          </div>
        </>
      )}
      <CalendarNotices count={noticeCount} notices={notices} />
    </section>
  )
}
