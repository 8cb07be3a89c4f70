import { DownloadIcon, MailIcon } from '@primer/octicons-react'
import { mostMailedMegabytes } from '#contract/plan/lists/mailed-size.ts'
import { CallError, urlOf } from '#web/api/client.ts'
import { downloadIssuesCsv, mailIssuesCsv } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { editMessages } from '#web/plan/edit-messages.ts'
import type { IssuesPageInput } from '#web/plan/shapes.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { counted } from '#web/ui/text/counted.ts'

interface ExportDialogProps {
  /** What is listed: `issue`. */
  readonly noun: string
  /** What the list is asked for. */
  readonly input: IssuesPageInput
  readonly count: number
  /** There are more than were counted. */
  readonly isAtLeast: boolean
  readonly onClose: () => void
}

/** @source LIST-001, LIST-002 */
export function ExportDialog({ noun, input, count, isAtLeast, onClose }: ExportDialogProps) {
  const { orderBy: _orderBy, sort: _sort, cursor: _cursor, ...asked } = input
  const mail = useOperation(mailIssuesCsv, {
    onSuccess: ({ message }) => {
      showToast(message)
      onClose()
    },
  })
  const problem =
    mail.error instanceof CallError && [409, 429].includes(mail.error.status)
      ? mail.error.message
      : editMessages.mailExport
  return (
    <Dialog
      title={`Export ${noun}s`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button icon={<MailIcon />} busy={mail.isPending} onClick={() => mail.mutate(asked)}>
            Send to my email
          </Button>
          <LinkButton
            href={urlOf(downloadIssuesCsv, asked)}
            download
            variant="primary"
            icon={<DownloadIcon />}
            data-autofocus
            onClick={onClose}
          >
            Download CSV
          </LinkButton>
        </>
      }
    >
      {mail.isError && <Banner tone="danger">{problem}</Banner>}
      <p>
        {isAtLeast ? `More than ${counted(count, noun)}` : counted(count, noun)} matching the current filter will be
        exported as a CSV file. Download the file, or get it by email (up to {mostMailedMegabytes} MB).
      </p>
    </Dialog>
  )
}
