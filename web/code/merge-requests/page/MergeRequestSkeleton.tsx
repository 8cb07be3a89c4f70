import { IssuePageSkeleton } from '#web/plan/issuable/IssuePageSkeleton.tsx'

/** The same skeleton as that of an issue. */
export const MergeRequestSkeleton = IssuePageSkeleton
