import { BellIcon, BellSlashIcon } from '@primer/octicons-react'
import { useViewer } from '#web/api/viewer.ts'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { messages } from '#web/plan/messages.ts'
import { usePageActions } from '#web/ui/actions/page-actions.ts'
import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import { Switch } from '#web/ui/forms/Switch.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'

/** @source NOTIF-001, NOTIF-002, NOTIF-003 */
export function SubscriptionWidget() {
  const { kind, viewer, permissions, word } = useIssuable()
  const { user } = useViewer()
  const save = useSave({
    save: kind.saves.subscription,
    preview: (_now, subscribed: boolean) => ({ viewer: { subscribed } }),
    failure: messages.notifications(word),
  })
  const isOn = viewer.subscribed && !viewer.emailsDisabled
  const why = viewer.emailsDisabled
    ? messages.notificationsOff
    : user === null
      ? 'Sign in to get notifications'
      : permissions.canSubscribe
        ? null
        : 'Only participants are notified'
  usePageActions(() =>
    why === null
      ? [
          {
            label: `Turn notifications ${isOn ? 'off' : 'on'}`,
            run: () => save.run(!isOn),
          },
        ]
      : [],
  )
  const control = (
    <Switch
      label={null}
      aria-label="Notifications"
      checked={isOn}
      disabled={why !== null}
      onChange={event => save.run(event.currentTarget.checked)}
    />
  )
  return (
    <SidebarField
      label="Notifications"
      {...save.field}
      busy={false}
      icon={isOn ? <BellIcon /> : <BellSlashIcon />}
      summary={isOn ? 'On' : 'Off'}
      foldedHint={why ?? `Notifications ${isOn ? 'on' : 'off'}`}
      control={
        why === null ? (
          control
        ) : (
          <Tooltip text={why}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason must be reachable by keyboard */}
            <span tabIndex={0} role="note">
              {control}
            </span>
          </Tooltip>
        )
      }
    />
  )
}
