import { DownloadIcon, MailIcon } from '@primer/octicons-react'
import { mostMailedMegabytes } from '#contract/plan/lists/mailed-size.ts'
import { useCall } from '#web/api/use-call.ts'
import { editMessages } from '#web/plan/edit-messages.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { counted } from '#web/ui/text/counted.ts'

export interface ExportDialogProps {
  /** The noun of a row: `merge request`. */
  readonly noun: string
  readonly count: number
  /** Whether there are more rows than `count`. */
  readonly isAtLeast: boolean
  /** The address of the file. */
  readonly href: string
  /** Request it by email. */
  readonly mail: () => Promise<{ readonly message: string }>
  readonly onClose: () => void
}

/** @source LIST-001, LIST-002 */
export function ExportDialog({ noun, count, isAtLeast, href, mail, onClose }: ExportDialogProps) {
  const request = useCall<void, { readonly message: string }>(mail, {
    refreshes: [],
    onSuccess: ({ message }) => {
      showToast(message)
      onClose()
    },
  })
  const problem =
    request.error !== null && [409, 429].includes(request.error.status)
      ? request.error.message
      : editMessages.mailExport
  return (
    <Dialog
      title={`Export ${noun}s`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button icon={<MailIcon />} busy={request.isPending} onClick={() => request.mutate()}>
            Send to my email
          </Button>
          <LinkButton href={href} download variant="primary" icon={<DownloadIcon />} data-autofocus onClick={onClose}>
            Download CSV
          </LinkButton>
        </>
      }
    >
      {request.isError && <Banner tone="danger">{problem}</Banner>}
      <p>
        {isAtLeast ? `More than ${counted(count, noun)}` : counted(count, noun)} matching the current filter will be
        exported as CSV. Download the file, or have it emailed to you (up to {mostMailedMegabytes} MB).
      </p>
    </Dialog>
  )
}
