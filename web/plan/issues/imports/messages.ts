import type { IssueImport } from '#contract/transfer/issue-imports.ts'
import { counted } from '#web/ui/text/counted.ts'

/** The state of an import in a word. */
export const stateWords: Readonly<Record<IssueImport['state'], string>> = {
  reading: 'Reading',
  ready: 'Ready',
  running: 'Running',
  finished: 'Finished',
  failed: 'Failed',
  cancelled: 'Stopped',
}

/** Rows that are neither created nor known to be left out. */
export const remainingOf = ({ totalCount, createdCount, faultyCount, skippedCount }: IssueImport): number =>
  totalCount - createdCount - faultyCount - skippedCount

/** "48 issues created, 2 rows with errors, 7 attachments imported, 1 issue incomplete" */
export const outcomeOf = ({
  createdCount,
  faultyCount,
  skippedCount,
  attachmentCount,
  noticeCount,
}: IssueImport): string =>
  [
    `${counted(createdCount, 'issue')} created`,
    `${counted(faultyCount, 'row')} with errors`,
    ...(skippedCount > 0 ? [`${counted(skippedCount, 'row')} already imported`] : []),
    ...(attachmentCount > 0 ? [`${counted(attachmentCount, 'attachment')} imported`] : []),
    ...(noticeCount > 0 ? [`${counted(noticeCount, 'issue')} incomplete`] : []),
  ].join(', ')

/** The reason why an import failed, and its result until then; no result if no issues were read. */
export const failureOf = (imported: IssueImport): string =>
  [imported.reason ?? '', ...(imported.totalCount > 0 ? [`${outcomeOf(imported)}.`] : [])].filter(Boolean).join(' ')
