import { Avatar } from '#web/ui/people/Avatar.tsx'
import type { RotationData } from './calls.ts'
import styles from './OnCall.module.css'
import { useScheduleTimes } from './schedule-times.ts'

interface OnDutyProps {
  readonly rotation: Pick<RotationData, 'name' | 'duty'>
  readonly timeZone: string
}

/** Who is on call now in a rotation, until when, and who comes next. */
export function OnDuty({ rotation: { name, duty }, timeZone }: OnDutyProps) {
  const { shortly } = useScheduleTimes(timeZone)
  const { user, until, next } = duty
  const isHandedOver = next !== null && next.from === until
  return (
    <div className={styles.duty} data-nobody={user === null || undefined}>
      {user === null ? (
        <span className={styles.nobody} aria-hidden="true" />
      ) : (
        <Avatar {...user} sizePx={40} named={false} />
      )}
      <div className={styles.dutyWords}>
        <p className={styles.dutyNow}>
          <span className={styles.label}>Now: </span>
          <bdi>{user?.name ?? 'No one'}</bdi>
          {until !== null && `, until ${shortly(until)}`}
        </p>
        <p className={styles.dutyNext}>
          <bdi>{name}</bdi>
          {next !== null && (
            <>
              {' · then '}
              <bdi>{next.user.name}</bdi>
              {!isHandedOver && ` from ${shortly(next.from)}`}
            </>
          )}
          {next === null && until !== null && ' · then no one'}
        </p>
      </div>
    </div>
  )
}
