import type { ComponentType } from 'react'
import type { IssuePageData } from '#web/plan/shapes.ts'

export interface IssuePartsProps {
  /** The tabs of an incident below its header, or one that is open, instead of what stands between the links and the discussion. */
  readonly part?: 'tabs' | 'panel'
}

interface IssueParts {
  load: () => Promise<{
    readonly LateIssueParts: ComponentType<IssuePartsProps>
    /** Takes in what came with the document. */
    readonly takeAnswers: (page: IssuePageData) => Promise<unknown>
  }>
}

const developer = 30

/** Whether the viewer may have a branch made for the issue, unless there is one. */
export const mayCreateBranch = ({ namespace, issue }: IssuePageData): boolean =>
  namespace.offers.code &&
  namespace.hasCommits !== false &&
  namespace.accessLevel >= developer &&
  !namespace.archived &&
  issue.state === 'opened'

/** The parts that higher floors add to the page of an issue. */
// `app.tsx` names it before the first page shows.
export const issueParts = {} as IssueParts
