import { getGroupIncidentsPage } from '#web/api/operations.gen.ts'
import { GroupListPage, ProjectListPage } from '#web/plan/issues/list/ListPage.tsx'
import { incidentsKind } from './incidents-kind.ts'

export const IncidentsPage = () => <ProjectListPage kind={incidentsKind} />

export const GroupIncidentsPage = () => <GroupListPage kind={incidentsKind} page={getGroupIncidentsPage} />
