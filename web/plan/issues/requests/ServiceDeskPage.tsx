import { ProjectListPage } from '#web/plan/issues/list/ListPage.tsx'
import { requestsKind } from './requests-kind.tsx'

export const ServiceDeskPage = () => <ProjectListPage kind={requestsKind} />
