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
  const { users, until, next } = duty
  const isHandedOver = next !== null && next.from === until
  return (
    <div className={styles.duty} data-nobody={users.length === 0 || undefined}>
      {users.length === 0 && <span className={styles.nobody} aria-hidden="true" />}
      {users.slice(0, shownFaces).map(user => (
        <Avatar key={user.id} {...user} sizePx={40} named={false} />
      ))}
      <div className={styles.dutyWords}>
        <p className={styles.dutyNow}>
          <span className={styles.label}>Now: </span>
          <bdi>{users.length === 0 ? 'No one' : namesOf(users)}</bdi>
          {until !== null && `, until ${shortly(until)}`}
        </p>
        <p className={styles.dutyNext}>
          <bdi>{name}</bdi>
          {next !== null && (
            <>
              {' · then '}
              <bdi>{namesOf(next.users)}</bdi>
              {!isHandedOver && ` from ${shortly(next.from)}`}
            </>
          )}
          {next === null && until !== null && ' · then no one'}
        </p>
      </div>
    </div>
  )
}

/** Faces of people who are on call together. */
const shownFaces = 3

const namesOf = (users: readonly { readonly name: string }[]): string =>
  new Intl.ListFormat('en').format(users.map(({ name }) => name))
