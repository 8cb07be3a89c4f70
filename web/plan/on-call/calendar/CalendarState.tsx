import { readOnCallCalendar } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { onCallReadings, type RotationData, type ScheduleData } from '../calls.ts'
import { CalendarNotices } from './CalendarNotices.tsx'
import styles from './Source.module.css'

interface CalendarStateProps {
  readonly projectId: number
  readonly schedule: ScheduleData
  readonly canAdmin: boolean
}

/** The calendars of a schedule that cannot be read, or have events that are no shifts. */
export function CalendarState({ projectId, schedule, canAdmin }: CalendarStateProps) {
  const shown = schedule.rotations.filter(
    ({ calendar }) => calendar !== null && (calendar.failure !== null || (canAdmin && calendar.noticeCount > 0)),
  )
  if (shown.length === 0) return null
  return (
    <div className={styles.states}>
      {shown.map(rotation => (
        <div key={rotation.id} className={styles.state}>
          {rotation.calendar !== null && rotation.calendar.failure !== null && (
            <Failure projectId={projectId} schedule={schedule} rotation={rotation} canAdmin={canAdmin} />
          )}
          {canAdmin && rotation.calendar !== null && rotation.calendar.noticeCount > 0 && (
            <CalendarNotices
              of={rotation.name}
              count={rotation.calendar.noticeCount}
              notices={rotation.calendar.notices}
            />
          )}
        </div>
      ))}
    </div>
  )
}

interface FailureProps extends CalendarStateProps {
  readonly rotation: RotationData
}

function Failure({ projectId, schedule, rotation: { id, name, calendar }, canAdmin }: FailureProps) {
  const read = useOperation(readOnCallCalendar, {
    refreshes: onCallReadings,
    onSuccess: () => showToast(`Calendar of ${name} read`),
    onError: ({ message }) => showToast(message, { tone: 'danger' }),
  })
  if (calendar === null || calendar.failure === null) return null
  return (
    <Banner
      tone="warning"
      title={`The calendar of ${name} cannot be read`}
      action={
        canAdmin && (
          <Button
            size="s"
            busy={read.isPending}
            onClick={() => read.mutate({ id: projectId, scheduleIid: schedule.iid, rotationId: id })}
          >
            Read again
          </Button>
        )
      }
    >
      {calendar.failure}. The shifts stay as they were read <RelativeTime at={calendar.readAt} />.
    </Banner>
  )
}
