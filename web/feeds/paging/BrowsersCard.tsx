import { BellIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { pagingLimits } from '#contract/feeds/paging-rules.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { call } from '#web/api/client.ts'
import { addPushSubscription, pagingPage, removePushSubscription } from '#web/api/operations.gen.ts'
import { useCall } from '#web/api/use-call.ts'
import { CredentialList } from '#web/foundation/credentials/CredentialList.tsx'
import { browserName } from '#web/foundation/user-settings/browser-name.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { messages } from './messages.ts'
import { canSubscribe, NotAllowed, subscribeBrowser } from './subscribe.ts'

type Browser = ReplyOf<typeof import('#contract/feeds/paging.ts').addPushSubscription>

interface BrowsersCardProps {
  readonly browsers: readonly Browser[]
  readonly pushKey: string
}

/** The browsers in which a person gets pages. */
export function BrowsersCard({ browsers, pushKey }: BrowsersCardProps) {
  const [isAdding, setAdding] = useState(false)
  return (
    <Card
      flush
      title="Browsers"
      description={messages.push}
      aside={<Button onClick={() => setAdding(true)}>Add this browser</Button>}
    >
      {browsers.length === 0 ? (
        <EmptyState size="s" headingLevel={3} title={messages.noBrowsers} />
      ) : (
        <CredentialList
          label="Browsers"
          items={browsers}
          verb="Remove"
          noun="browser"
          nameOf={({ name }) => name}
          row={({ name, createdAt, lastUsedAt }) => ({
            leading: <BellIcon />,
            title: <bdi>{name}</bdi>,
            detail: (
              <>
                Added <RelativeTime at={createdAt} /> ·{' '}
                {lastUsedAt === null ? (
                  'no page sent yet'
                ) : (
                  <>
                    last page sent <RelativeTime at={lastUsedAt} />
                  </>
                )}
              </>
            ),
          })}
          warning={() => 'Pages will no longer appear in this browser.'}
          operation={removePushSubscription}
          inputOf={({ id }) => ({ subscriptionId: id })}
          refreshes={[pagingPage]}
        />
      )}
      {isAdding && <BrowserDialog pushKey={pushKey} onClose={() => setAdding(false)} />}
    </Card>
  )
}

function BrowserDialog({ pushKey, onClose }: { readonly pushKey: string; readonly onClose: () => void }) {
  const [name, setName] = useState(() => browserName(navigator.userAgent))
  const add = useCall(
    async (_: null) => call(addPushSubscription, { ...(await subscribeBrowser(pushKey)), name: name.trim() }),
    {
      refreshes: [pagingPage],
      onSuccess: () => {
        showToast('Browser added')
        onClose()
      },
    },
  )
  const problem = !canSubscribe()
    ? messages.noPush
    : add.error instanceof NotAllowed
      ? messages.pushBlocked
      : add.error?.message
  return (
    <FormDialog
      title="Add this browser"
      description="Your browser asks whether Weft may show notifications."
      submit="Add browser"
      disabled={name.trim() === '' || !canSubscribe()}
      busy={add.isPending}
      problem={problem}
      onSubmit={() => add.mutate(null)}
      onClose={onClose}
    >
      <FormField label="Name" required>
        <TextInput
          data-autofocus
          value={name}
          maxLength={pagingLimits.browserName}
          autoComplete="off"
          onValue={setName}
        />
      </FormField>
    </FormDialog>
  )
}
