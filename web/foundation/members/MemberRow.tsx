import { CalendarIcon, XIcon } from '@primer/octicons-react'
import { dayWords } from '#contract/day-words.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Popover } from '#web/ui/floating/Popover.tsx'
import type { WeekDay } from '#web/ui/forms/dates/Calendar.tsx'
import { addDays, today } from '#web/ui/forms/dates/day.ts'
import { Select } from '#web/ui/forms/Select.tsx'
import { ListRow } from '#web/ui/layout/List.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { Chip } from '../Chip.tsx'
import styles from './MemberRow.module.css'
import { roleName, roles } from './roles.ts'

const Calendar = onDemand(() => import('#web/ui/forms/dates/Calendar.tsx').then(module => module.Calendar))

export type MemberOf = ReplyOf<typeof import('#contract/foundation/members.ts').projectMembersPage>['members'][number]

/** A change of a membership: fields that are left out may be changed by someone else meanwhile. */
export type MembershipChange =
  | { readonly accessLevel: number; readonly expiresAt?: never }
  | { readonly accessLevel?: never; readonly expiresAt: string | null }

interface MemberRowProps {
  readonly member: MemberOf
  readonly kind: 'project' | 'group'
  readonly isSelf: boolean
  /** The levels the viewer may give; empty for who may give none. */
  readonly grantable: readonly number[]
  readonly onChange: (change: MembershipChange) => void
  readonly onRemove: () => void
}

export function MemberRow({ member, kind, isSelf, grantable, onChange, onRemove }: MemberRowProps) {
  const { user, accessLevel, source, isDirect, expiresAt } = member
  // An owner's role is for owners to change; one from above is changed there.
  const canChange = isDirect && grantable.includes(accessLevel)
  return (
    <ListRow
      className={canChange ? styles.changeable : undefined}
      leading={<Avatar {...user} sizePx={32} named={false} />}
      title={<Anchor href={`/${user.username}`}>{user.name}</Anchor>}
      badges={
        <>
          {isSelf && <Chip tone="accent">You</Chip>}
          {user.state !== 'active' && <Chip tone="warning">Blocked</Chip>}
        </>
      }
      detail={
        <>
          <span title={user.username} className={styles.username}>
            @{user.username}
          </span>
          <span>
            {isDirect ? (
              'Direct member'
            ) : (
              <>
                From <TextLink href={`/groups/${source.fullPath}/-/group_members`}>{source.name}</TextLink>
              </>
            )}
          </span>
          {expiresAt !== null && <span>Until {dayWords(expiresAt)}</span>}
        </>
      }
      trailing={
        canChange ? (
          <>
            <ExpiryButton member={member} onExpiry={day => onChange({ expiresAt: day })} />
            <Select
              size="s"
              aria-label={`Role of ${user.name}`}
              options={roles
                .filter(role => grantable.includes(role.level))
                .map(role => ({ value: String(role.level), label: role.name }))}
              value={String(accessLevel)}
              onValue={level => onChange({ accessLevel: Number(level) })}
            />
            <IconButton
              label={isSelf ? `Leave ${kind}` : `Remove ${user.name}`}
              icon={<XIcon />}
              size="s"
              variant="danger-quiet"
              onClick={onRemove}
            />
          </>
        ) : (
          <Chip>{roleName(accessLevel)}</Chip>
        )
      }
    />
  )
}

interface ExpiryButtonProps {
  readonly member: MemberOf
  readonly onExpiry: (day: string | null) => void
}

function ExpiryButton({ member, onExpiry }: ExpiryButtonProps) {
  const { user } = useViewer()
  return (
    <Popover
      label="Access expires"
      padded={false}
      placement="bottom-end"
      part={Calendar}
      trigger={
        <IconButton label={`Change access expiration for ${member.user.name}`} icon={<CalendarIcon />} size="s" />
      }
    >
      {close => (
        <div className={styles.expiry}>
          <Calendar
            value={member.expiresAt}
            // The preference holds one of the days of the week.
            firstDay={(user?.firstDayOfWeek ?? 0) as WeekDay}
            min={addDays(today(), 1)}
            onPick={day => {
              close()
              onExpiry(day)
            }}
          />
          {member.expiresAt !== null && (
            <Button
              size="s"
              variant="quiet"
              block
              onClick={() => {
                close()
                onExpiry(null)
              }}
            >
              No expiration
            </Button>
          )}
        </div>
      )}
    </Popover>
  )
}
