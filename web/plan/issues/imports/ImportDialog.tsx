import { useState } from 'react'
import { importPagePath } from '#contract/transfer/import-paths.ts'
import { importIssuesCsv, issueImportsDialog } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { uploadOf } from '#web/api/upload.ts'
import { Spinner } from '#web/ui/actions/Spinner.tsx'
import { DropZone } from '#web/ui/forms/DropZone.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { describeSize } from '#web/ui/text/size.ts'
import styles from './ImportDialog.module.css'
import { LatestImports } from './LatestImports.tsx'

interface ImportDialogProps {
  readonly namespace: string
  readonly onClose: () => void
}

/** Takes a file of issues, which is checked first: its page says what the import would do. @source LIST-003, LIST-004, LIST-007 */
export function ImportDialog({ namespace, onClose }: ImportDialogProps) {
  const goTo = useGoTo()
  const { data } = useReading(issueImportsDialog, { namespace })
  const [problem, setProblem] = useState<string | null>(null)
  const check = useOperation(importIssuesCsv, {
    refreshes: [issueImportsDialog],
    onSuccess: made => {
      onClose()
      goTo(importPagePath(namespace, made.id))
    },
    onError: error => setProblem(error.message),
  })

  function choose(files: readonly File[]) {
    const [file] = files
    if (file === undefined || check.isPending) return
    if (!/\.csv$/i.test(file.name)) return setProblem('Choose a .csv file.')
    if (data !== undefined && file.size > data.maxSizeBytes)
      return setProblem(`The file is too large. The maximum size is ${describeSize(data.maxSizeBytes)}.`)
    setProblem(null)
    check.mutate({ namespace, file: uploadOf(file), dryRun: true })
  }

  return (
    <Dialog title="Import issues from CSV" onClose={onClose}>
      <Stack>
        {problem !== null && <Banner tone="danger">{problem}</Banner>}
        {check.isPending ? (
          <p role="status">
            <Spinner /> Checking the file…
          </p>
        ) : (
          <DropZone
            say="Drop a CSV file here"
            button="Choose file"
            accept=".csv,text/csv"
            onChosen={choose}
            onDropped={dropped => choose([...dropped.files])}
          />
        )}
        <ul className={styles.rules}>
          <li>The first row must contain the column names. The title and description columns are required.</li>
          <li>All export columns are supported, such as due date, milestone, labels and assignee username.</li>
          <li>Columns are separated by commas, semicolons or tabs.</li>
          {data && (
            <li>
              The maximum size is {describeSize(data.maxSizeBytes)} or {data.maxRows.toLocaleString('en')} rows.
            </li>
          )}
          <li>You can review the result before any issues are created.</li>
        </ul>
        {data && <LatestImports namespace={namespace} imports={data.imports} />}
      </Stack>
    </Dialog>
  )
}
