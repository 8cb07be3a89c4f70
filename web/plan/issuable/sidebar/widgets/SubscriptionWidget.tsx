import { BellIcon, BellSlashIcon } from '@primer/octicons-react'
import { useViewer } from '#web/api/viewer.ts'
import { useIssuePage, useSave } from '#web/plan/issuable/issuable-context.tsx'
import { saveSubscription } from '#web/plan/issues/page/save/save.ts'
import { messages, typeName } from '#web/plan/messages.ts'
import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import { Switch } from '#web/ui/forms/Switch.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'

/** @source NOTIF-001, NOTIF-002, NOTIF-003 */
export function SubscriptionWidget() {
  const { issue, viewer, permissions } = useIssuePage()
  const { user } = useViewer()
  const save = useSave({
    save: saveSubscription,
    preview: (page, subscribed: boolean) => ({ ...page, viewer: { ...page.viewer, subscribed } }),
    failure: messages.notifications(typeName(issue.type)),
  })
  const isOn = viewer.subscribed && !viewer.emailsDisabled
  const why = viewer.emailsDisabled
    ? messages.notificationsOff
    : user === null
      ? 'Sign in to get notifications'
      : permissions.canSubscribe
        ? null
        : 'Only participants are notified'
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
      error={save.error}
      onErrorDismiss={save.forgetError}
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
