import { TasklistIcon } from '@primer/octicons-react'
import { Empty } from '#web/plan/issuable/sidebar/values.tsx'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'

/** The issue that a task is part of. */
export function ParentWidget() {
  const { parent } = useIssuePage().issue
  return (
    <SidebarField
      label="Parent"
      editable={false}
      busy={false}
      error={null}
      icon={<TasklistIcon />}
      summary={parent?.reference ?? 'None'}
      foldedHint={`Parent: ${parent?.title ?? 'None'}`}
    >
      {parent === null ? (
        <Empty>None</Empty>
      ) : (
        <TextLink tone="plain" href={parent.path} title={parent.reference}>
          {parent.title}
        </TextLink>
      )}
    </SidebarField>
  )
}
