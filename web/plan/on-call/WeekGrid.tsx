import type { CSSProperties } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { RowMenu } from '#web/ui/actions/RowMenu.tsx'
import { Avatar, hueOf } from '#web/ui/people/Avatar.tsx'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import type { RotationData, ScheduleData, ShiftData } from './calls.ts'
import styles from './OnCall.module.css'
import { rotationWords } from './rotation-words.ts'
import { useScheduleTimes } from './schedule-times.ts'

interface WeekGridProps {
  readonly schedule: ScheduleData
  readonly canAdmin: boolean
  readonly canOverride: boolean
  readonly onRotation: (of: 'rotation' | 'calendar' | 'delete-rotation', rotation: RotationData) => void
  readonly onOverride: (shift: ShiftData) => void
  /** Null: the viewer cannot swap shifts. */
  readonly onSwap: ((rotation: RotationData, shift: ShiftData) => void) | null
}

/** The shifts of a week: a row for each rotation, a column for each day. */
export function WeekGrid({ schedule, canAdmin, canOverride, onRotation, onOverride, onSwap }: WeekGridProps) {
  const { days, rotations, timeZone } = schedule
  const times = useScheduleTimes(timeZone)
  const { user } = useViewer()
  const isOwnToCome = (shift: ShiftData) => shift.user.id === user?.id && Date.parse(shift.endsAt) > times.now
  const [from, to] = [Date.parse(days[0] ?? ''), Date.parse(days[7] ?? '')]
  const shareOf = (moment: number) => (Math.min(Math.max(moment, from), to) - from) / (to - from)
  const labelOf = (shift: ShiftData) =>
    `${shift.user.name}: ${times.span(shift)}${shift.overrideId === null ? '' : ' (override)'}`
  const nowShare = times.now >= from && times.now < to ? shareOf(times.now) : null
  return (
    <div className={styles.grid} style={nowShare === null ? undefined : ({ '--now': nowShare } as CSSProperties)}>
      <div className={styles.head} aria-hidden="true">
        <span />
        <div className={styles.days}>
          {days.slice(0, 7).map(day => (
            <span key={day} className={styles.day} data-today={times.isToday(day) || undefined}>
              {times.dayOf(day)}
            </span>
          ))}
        </div>
      </div>
      {rotations.map(rotation => {
        const lanes = lanesOf(rotation.shifts)
        return (
          <section key={rotation.id} className={styles.row} aria-label={rotation.name}>
            <div className={styles.rowHead}>
              <div className={styles.rowWords}>
                <h3 className={styles.rowName}>
                  <bdi>{rotation.name}</bdi>
                </h3>
                <span className={styles.rowDetail}>{rotationWords(rotation)}</span>
              </div>
              {canAdmin && (
                <RowMenu
                  label={`Actions for ${rotation.name}`}
                  items={[
                    rotation.calendar === null
                      ? { label: 'Edit rotation', onSelect: () => onRotation('rotation', rotation) }
                      : { label: 'Edit calendar', onSelect: () => onRotation('calendar', rotation) },
                    {
                      label: 'Delete rotation',
                      tone: 'danger',
                      onSelect: () => onRotation('delete-rotation', rotation),
                    },
                  ]}
                />
              )}
            </div>
            <ol
              className={styles.shifts}
              data-now={nowShare !== null || undefined}
              data-lanes={lanes.count > 1 || undefined}
              style={{ '--lanes': lanes.count } as CSSProperties}
            >
              {rotation.shifts.map((shift, index) => (
                <li
                  key={`${shift.startsAt} ${shift.user.id} ${shift.overrideId}`}
                  className={styles.shift}
                  data-hue
                  data-override={shift.overrideId !== null || undefined}
                  style={
                    {
                      '--hue': hueOf(shift.user.id),
                      '--lane': lanes.of[index],
                      '--from': shareOf(Date.parse(shift.startsAt)),
                      '--to': shareOf(Date.parse(shift.endsAt)),
                    } as CSSProperties
                  }
                  title={labelOf(shift)}
                >
                  <Face
                    shift={shift}
                    onPress={
                      shift.overrideId !== null && canOverride
                        ? () => onOverride(shift)
                        : onSwap !== null && isOwnToCome(shift)
                          ? () => onSwap(rotation, shift)
                          : null
                    }
                  />
                  <span className={styles.shiftTimes}>{times.span(shift)}</span>
                </li>
              ))}
              {rotation.shifts.length === 0 && <li className={styles.noShift}>No one this week</li>}
            </ol>
          </section>
        )
      })}
    </div>
  )
}

/** Shifts of people who are on call together are drawn below one another. */
function lanesOf(shifts: readonly ShiftData[]): { readonly of: readonly number[]; readonly count: number } {
  const ends: number[] = []
  const of = shifts.map(({ startsAt, endsAt }) => {
    const free = ends.findIndex(end => end <= Date.parse(startsAt))
    const lane = free === -1 ? ends.length : free
    ends[lane] = Date.parse(endsAt)
    return lane
  })
  return { of, count: Math.max(ends.length, 1) }
}

interface FaceProps {
  readonly shift: ShiftData
  /** Null: the shift is no button. */
  readonly onPress: (() => void) | null
}

function Face({ shift, onPress }: FaceProps) {
  const { user, overrideId } = shift
  const words = (
    <>
      <Avatar {...user} named={false} />
      <bdi className={styles.shiftName}>{user.name}</bdi>
      {overrideId !== null && <VisuallyHidden>(override)</VisuallyHidden>}
    </>
  )
  if (onPress === null) return <span className={styles.face}>{words}</span>
  return (
    <button type="button" className={styles.face} onClick={onPress}>
      {words}
    </button>
  )
}
