import { Banner } from '#web/ui/status/Banner.tsx'
import { counted } from '#web/ui/text/counted.ts'
import styles from './Source.module.css'

interface CalendarNoticesProps {
  /** The rotation, where the page shows several. */
  readonly of?: string
  readonly count: number
  readonly notices: readonly { readonly title: string; readonly reason: string }[]
}

/** Events of a calendar that are no shifts. */
export function CalendarNotices({ of, count, notices }: CalendarNoticesProps) {
  if (count === 0) return null
  const others = count - notices.length
  return (
    <Banner tone="warning" title={`${of === undefined ? '' : `${of}: `}${counted(count, 'event')} not used`}>
      <ul className={styles.notices}>
        {notices.map(({ title, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two events may have one title
          <li key={index}>
            {title !== '' && (
              <>
                <bdi>{title}</bdi>:{' '}
              </>
            )}
            {reason}.
          </li>
        ))}
        {others > 0 && <li>{counted(others, 'more event')}</li>}
      </ul>
    </Banner>
  )
}
