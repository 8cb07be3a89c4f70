import { urlOf } from '#web/api/client.ts'
import { getFeedToken, issueFeeds } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import type { IssuesPageInput } from '#web/plan/shapes.ts'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import styles from './FeedsDialog.module.css'

interface FeedsDialogProps {
  /** The noun of the listed items: `issue`. */
  readonly noun: string
  /** The input of the list, without its order. */
  readonly input: IssuesPageInput
  readonly isGroup: boolean
  readonly onClose: () => void
}

/** The addresses by which feed readers and calendars follow the list, with its filter. */
export function FeedsDialog({ noun, input, isGroup, onClose }: FeedsDialogProps) {
  const { data, error, refetch } = useReading(getFeedToken, {})
  const addresses = data === undefined ? null : addressesOf(input, isGroup, data.feedToken)
  return (
    <Dialog title={`Subscribe to these ${noun}s`} onClose={onClose}>
      <Stack>
        <p className={styles.text}>
          Paste one of these URLs into your feed reader or calendar. It shows {noun}s that match the current filter and
          that you can view.
        </p>
        {error && <RetryBanner onRetry={() => void refetch()}>Could not load the URLs.</RetryBanner>}
        <Address label={`Atom feed of the latest ${noun}s`} address={addresses?.atom ?? ''} />
        <Address label="Calendar of due dates" address={addresses?.calendar ?? ''} />
        <Address label="Calendar of all issues assigned to you" address={addresses?.own ?? ''} />
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

function addressesOf(input: IssuesPageInput, isGroup: boolean, feedToken: string) {
  const { orderBy: _orderBy, sort: _sort, cursor: _cursor, ...filter } = input
  const asked = { ...filter, feedToken }
  const { origin } = window.location
  // People read and compare these addresses: the path of the project or group keeps its slashes, as in those of pages.
  const readable = (url: string) => origin + url.replace(encodeURIComponent(input.namespace), input.namespace)
  return {
    atom: readable(urlOf(isGroup ? issueFeeds.groupAtom : issueFeeds.projectAtom, asked)),
    calendar: readable(urlOf(isGroup ? issueFeeds.groupCalendar : issueFeeds.projectCalendar, asked)),
    own: origin + urlOf(issueFeeds.ownCalendar, { feedToken }),
  }
}
