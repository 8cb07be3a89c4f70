import { TasklistIcon } from '@primer/octicons-react'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { Empty } from '#web/plan/issuable/sidebar/values.tsx'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { setParent } from '#web/plan/issuable/work-items/calls.ts'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { messages } from '#web/plan/messages.ts'
import type { IssueData } from '#web/plan/shapes.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { ParentPicker } from './ParentPicker.tsx'

/** The issue that a task is part of. */
export function ParentWidget() {
  const { issue, permissions } = useIssuePage()
  const { word } = useIssuable()
  const { parent } = issue
  const save = useSave<IssueData['parent'], unknown, IssueData>({
    save: (target, next, carried) => setParent(target, next?.id ?? null, carried),
    preview: (_now, next) => ({ issuable: { parent: next } }),
    failure: messages.setAttribute('parent', word),
  })
  return (
    <SidebarField
      label="Parent"
      editable={permissions.canUpdate}
      {...save.field}
      editor={close => (
        <ParentPicker
          current={parent}
          onPick={next => {
            close('apply')
            if ((next?.id ?? null) !== (parent?.id ?? null)) save.run(next)
          }}
          onClose={close}
        />
      )}
      icon={<TasklistIcon />}
      summary={parent?.reference ?? 'None'}
      foldedHint={`Parent: ${parent?.title ?? 'None'}`}
    >
      {parent === null ? (
        <Empty>None</Empty>
      ) : (
        <TextLink tone="plain" href={parent.path} title={`${parent.title} ${parent.reference}`}>
          {parent.title}
        </TextLink>
      )}
    </SidebarField>
  )
}
