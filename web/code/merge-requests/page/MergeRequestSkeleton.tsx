import { IssuePageSkeleton } from '#web/plan/issuable/IssuePageSkeleton.tsx'

/** Where the page's parts will stand: as those of an issue. */
export const MergeRequestSkeleton = IssuePageSkeleton
