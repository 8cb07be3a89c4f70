import { useState } from 'react'
import { issueMailAddress, resetIssueMailAddress } from '#web/api/operations.gen.ts'
import { keyOf, queryClient, useOperation, useReading } from '#web/api/query.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import styles from './EmailDialog.module.css'
import { mailMessages } from './messages.ts'

interface EmailDialogProps {
  readonly namespace: string
  readonly onClose: () => void
}

/** The private address by which the viewer creates issues here. @source LIST-010, LIST-011 */
export function EmailDialog({ namespace, onClose }: EmailDialogProps) {
  const input = { namespace }
  const { data, error, refetch } = useReading(issueMailAddress, input)
  const [isAsking, setAsking] = useState(false)
  const reset = useOperation(resetIssueMailAddress, {
    onSuccess: ({ newAddress }) => {
      queryClient.setQueryData(keyOf(issueMailAddress, input), { address: newAddress })
      showToast('Address reset')
    },
    onError: () => showToast(mailMessages.resetToken, { tone: 'danger' }),
  })
  const address = data?.address ?? ''
  return (
    <Dialog
      title="Create issues by email"
      onClose={onClose}
      footer={
        <>
          <Button busy={reset.isPending} disabled={address === ''} onClick={() => setAsking(true)}>
            Reset address
          </Button>
          <LinkButton href={`mailto:${address}`} variant="primary">
            Write email
          </LinkButton>
        </>
      }
    >
      <Stack>
        <p className={styles.text}>
          Send an email to your private address to create an issue in this project. The subject becomes the title, the
          text becomes the description, and attachments are uploaded. Quick actions such as <code>/label</code> work.
        </p>
        {error && <RetryBanner onRetry={() => void refetch()}>Could not load your address.</RetryBanner>}
        <FormField
          label="Your email address for new issues"
          hint="Keep it private: anyone who knows it can create issues in your name. If it was shared by mistake, reset it."
        >
          <TextInput
            readOnly
            code
            value={address}
            onFocus={event => event.target.select()}
            trailing={<CopyButton text={address} label="Copy email address" />}
          />
        </FormField>
      </Stack>
      {isAsking && (
        <ConfirmDialog
          title="Reset your email address?"
          confirm="Reset address"
          onConfirm={() => {
            setAsking(false)
            reset.mutate({ namespace, issuableType: 'issue' })
          }}
          onClose={() => setAsking(false)}
        >
          You get a new address in every project. Emails to the old addresses are rejected.
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
