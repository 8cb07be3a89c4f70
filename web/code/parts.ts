import { threadCode } from '#web/discuss/thread-code.ts'
import { issueParts } from '#web/plan/issues/page/issue-parts.ts'
import { threadCodeParts } from './diff-notes/parts.ts'
import { branchesOnIssue } from './issue-branches/issue-part.ts'

issueParts.push(branchesOnIssue)
threadCode.parts = threadCodeParts
