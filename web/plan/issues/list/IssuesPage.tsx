import { getGroupIssuesPage } from '#web/api/operations.gen.ts'
import { GroupListPage, ProjectListPage } from './ListPage.tsx'
import { issuesKind } from './list-kind.ts'

export const IssuesPage = () => <ProjectListPage kind={issuesKind} />

export const GroupIssuesPage = () => <GroupListPage kind={issuesKind} page={getGroupIssuesPage} />
