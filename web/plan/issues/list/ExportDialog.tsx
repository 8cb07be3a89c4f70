import { DownloadIcon } from '@primer/octicons-react'
import { urlOf } from '#web/api/client.ts'
import { downloadIssuesCsv } from '#web/api/operations.gen.ts'
import type { IssuesPageInput } from '#web/plan/shapes.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { counted } from '#web/ui/text/counted.ts'

interface ExportDialogProps {
  /** What the list is asked for. */
  readonly input: IssuesPageInput
  readonly count: number
  /** There are more than were counted. */
  readonly isAtLeast: boolean
  readonly onClose: () => void
}

/** @source LIST-001, LIST-002 */
export function ExportDialog({ input, count, isAtLeast, onClose }: ExportDialogProps) {
  const { orderBy: _orderBy, sort: _sort, cursor: _cursor, ...asked } = input
  return (
    <Dialog
      title="Export issues"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
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
      <p>
        {isAtLeast ? `More than ${counted(count, 'issue')}` : counted(count, 'issue')} matching the current filter will
        be exported as a CSV file.
      </p>
    </Dialog>
  )
}
