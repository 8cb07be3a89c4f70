import { type IncidentRole, incidentRoles } from '#contract/monitor/incidents/incident-roles.ts'
import { call } from '#web/api/client.ts'
import { getIncident, getIncidentTimeline, updateIncidentRoles } from '#web/api/operations.gen.ts'
import { useCall } from '#web/api/use-call.ts'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { PeoplePicker } from '#web/plan/pickers/on-demand.ts'
import type { Person } from '#web/plan/shapes.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Popover } from '#web/ui/floating/Popover.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { Highlight } from './Highlight.tsx'
import styles from './RoleHighlights.module.css'
import { useIncident } from './use-incident.ts'

/** Who has which role in the response to the incident. Roles that nobody has are shown while it is open, to those who can give them. */
export function RoleHighlights() {
  const { issue } = useIssuePage()
  const { data: incident } = useIncident()
  if (incident === undefined) return null
  const { roles, permissions } = incident
  const canAssign = permissions.canSetRoles && issue.state === 'opened'
  return incidentRoles.map(({ name, label }) => {
    const user = roles.find(({ role }) => role === name)?.user ?? null
    return (
      (user !== null || canAssign) && (
        <Highlight key={name} name={label}>
          <span className={styles.holder} data-free={user === null || undefined}>
            {user !== null && (
              <a href={`/${user.username}`} className={styles.person}>
                <Avatar {...user} sizePx={20} named={false} />
                {user.name}
              </a>
            )}
            {permissions.canSetRoles && <HolderPicker role={name} label={label} holder={user} />}
          </span>
        </Highlight>
      )
    )
  })
}

type Holder = Pick<Person, 'id' | 'name' | 'username' | 'avatarUrl' | 'webUrl'>

interface HolderPickerProps {
  readonly role: IncidentRole
  readonly label: string
  readonly holder: Holder | null
}

function HolderPicker({ role, label, holder }: HolderPickerProps) {
  const { namespace, issue } = useIssuePage()
  const give = useCall(
    (username: string | null) =>
      call(updateIncidentRoles, {
        ...{ namespace: namespace.fullPath, iid: issue.iid, [role]: username },
        expected: { [role]: holder?.username ?? null },
      }),
    { refreshes: [getIncident, getIncidentTimeline], saysErrors: true },
  )
  return (
    <Popover
      label={label}
      padded={false}
      part={PeoplePicker}
      trigger={
        <Button size="s" variant="quiet" busy={give.isPending} aria-label={`${holder ? 'Change' : 'Assign'} ${label}`}>
          {holder ? 'Change' : 'Assign'}
        </Button>
      }
    >
      {close => (
        <PeoplePicker
          namespace={namespace.fullPath}
          marked={holder === null ? [] : [asPerson(holder)]}
          label="Members"
          canBeOnCall
          single
          none="No one"
          onMarked={([chosen]) => {
            close()
            give.mutate(chosen?.username ?? null)
          }}
          onClose={close}
        />
      )}
    </Popover>
  )
}

const asPerson = (holder: Holder): Person => ({
  ...holder,
  ...{ publicEmail: '', state: 'active', locked: false, availability: null },
})
