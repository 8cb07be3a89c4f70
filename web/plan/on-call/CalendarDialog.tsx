import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import { urlOf } from '#web/api/client.ts'
import { getFeedToken, getOnCallCalendar } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import styles from './OnCall.module.css'

const shiftLimit = onCallLimits.calendarShifts.toLocaleString('en')

interface CalendarDialogProps {
  readonly projectPath: string
  readonly onClose: () => void
}

/** The addresses by which calendars follow the shifts of a project. */
export function CalendarDialog({ projectPath, onClose }: CalendarDialogProps) {
  const { data, error, refetch } = useReading(getFeedToken, {})
  const addressOf = (mine: boolean) => {
    if (data === undefined) return ''
    const url = urlOf(getOnCallCalendar, { namespace: projectPath, feedToken: data.feedToken, ...(mine && { mine }) })
    return window.location.origin + url.replace(encodeURIComponent(projectPath), projectPath)
  }
  return (
    <Dialog title="Subscribe to shifts" onClose={onClose}>
      <Stack>
        <p className={styles.text}>
          Paste one of these URLs into your calendar. It shows the shifts of the next {onCallLimits.calendarDays} days.
          If there are more than {shiftLimit}, it ends earlier, and its description says when.
        </p>
        {error && <RetryBanner onRetry={() => void refetch()}>Could not load the URLs.</RetryBanner>}
        <Address label="Your shifts" address={addressOf(true)} />
        <Address label="All shifts" address={addressOf(false)} />
        <p className={styles.hint}>
          Keep these URLs private. They contain your feed token, which gives access only to feeds and calendars. You can
          reset it in your <TextLink href="/-/user_settings/preferences">preferences</TextLink>.
        </p>
      </Stack>
    </Dialog>
  )
}

function Address({ label, address }: { readonly label: string; readonly address: string }) {
  return (
    <FormField label={label}>
      <TextInput
        readOnly
        code
        value={address}
        onFocus={event => event.target.select()}
        trailing={<CopyButton text={address} label={`Copy URL: ${label}`} />}
      />
    </FormField>
  )
}
