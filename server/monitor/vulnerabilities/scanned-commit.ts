/** The commit that a report is about. */
export interface ScannedCommit {
  readonly sha: string
  readonly ref: string
  /** On the default branch, and no older than the commits that were scanned before. */
  readonly isNewest: boolean
}
