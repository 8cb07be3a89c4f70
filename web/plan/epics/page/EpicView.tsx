import type { ReactNode } from 'react'
import { newPagePath } from '#contract/issuable-kinds.ts'
import { getGroupEpicPage } from '#web/api/operations.gen.ts'
import { keyOf } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { DueDateFact } from '#web/plan/facts/Fact.tsx'
import type { HeaderParts } from '#web/plan/issuable/header/IssuableHeader.tsx'
import { IssuableBody } from '#web/plan/issuable/IssuableBody.tsx'
import { IssuableDiscussion } from '#web/plan/issuable/IssuableDiscussion.tsx'
import { type Issuable, IssuableProvider } from '#web/plan/issuable/issuable-context.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'
import type { EpicData, EpicPageData } from '../shapes.ts'
import { EpicLinks } from './EpicLinks.tsx'
import styles from './EpicPage.module.css'
import { EpicTree } from './EpicTree.tsx'
import { EpicContext } from './epic-context.ts'
import { epicKind } from './epic-kind.ts'

interface EpicViewProps {
  readonly page: EpicPageData
  /** The fields below the header, in a panel over another page. */
  readonly fieldsOverPage?: ReactNode
  /** The frame around the main part. */
  readonly frame: (main: ReactNode) => ReactNode
}

/** An epic with all its parts: on a page of its own, or in a panel over another one. */
export function EpicView({ page, fieldsOverPage, frame }: EpicViewProps) {
  const { epic } = page
  const header = useHeaderParts(page, fieldsOverPage)
  return (
    <IssuableProvider value={issuableOf(page)}>
      <EpicContext value={page}>
        {frame(
          <>
            <IssuableBody header={header} isOverPage={fieldsOverPage !== undefined} />
            <ErrorBoundary label="The contents of the epic" resetKey={String(epic.id)}>
              <EpicTree />
            </ErrorBoundary>
            <ErrorBoundary label="The linked epics" resetKey={String(epic.id)}>
              <EpicLinks />
            </ErrorBoundary>
            <ErrorBoundary label="The discussion" resetKey={String(epic.id)}>
              <IssuableDiscussion />
            </ErrorBoundary>
          </>,
        )}
      </EpicContext>
    </IssuableProvider>
  )
}

function issuableOf(page: EpicPageData): Issuable {
  const { namespace, epic, permissions } = page
  return {
    ...page,
    // New labels of a group are made on the page of its labels.
    permissions: { ...permissions, canAdminLabels: false },
    kind: epicKind,
    issuable: epic,
    queryKey: keyOf(getGroupEpicPage, { namespace: namespace.fullPath, iid: epic.iid }),
    types: [],
  }
}

function useHeaderParts({ namespace, epic, permissions }: EpicPageData, fields: ReactNode): HeaderParts {
  const goTo = useGoTo()
  return {
    facts: epic.dueDate !== null && <DueDateFact dueDate={epic.dueDate} state={epic.state} />,
    below: (
      <>
        {epic.ancestors.length > 0 && <Ancestors epic={epic} />}
        {fields}
      </>
    ),
    actions: permissions.canCreateEpic
      ? [{ label: 'New epic', onSelect: () => goTo(newPagePath('epic', namespace.fullPath)) }]
      : [],
  }
}

/** The epics that this one is in, from the top. */
function Ancestors({ epic: { ancestors } }: { readonly epic: EpicData }) {
  return (
    <nav aria-label="Parent epics" className={styles.ancestors}>
      In
      {ancestors.map((ancestor, index) => (
        <span key={ancestor.id}>
          <TextLink href={ancestor.path}>{ancestor.title}</TextLink> {ancestor.reference}
          {index < ancestors.length - 1 && ' ›'}
        </span>
      ))}
    </nav>
  )
}
