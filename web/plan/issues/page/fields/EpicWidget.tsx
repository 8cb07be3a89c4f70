import { StackIcon } from '@primer/octicons-react'
import { Empty } from '#web/plan/issuable/sidebar/values.tsx'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { messages } from '#web/plan/messages.ts'
import { EpicPicker } from '#web/plan/pickers/on-demand.ts'
import type { EpicChoice } from '#web/plan/pickers/search.ts'
import type { IssueData } from '#web/plan/shapes.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { useIssuePage } from '../issue-page-context.ts'
import { saveEpic } from '../save/save.ts'

/** The epic of the issue, of the groups above its project. @source EPIC-001 to EPIC-008 */
export function EpicWidget() {
  const { issue, namespace, permissions } = useIssuePage()
  const { epic } = issue
  const save = useSave<EpicChoice | null, unknown, IssueData>({
    save: (target, next, carried) => saveEpic(target, next?.id ?? null, carried),
    preview: (_now, next) => ({ issuable: { epic: next === null ? null : { ...next, iid: 0 } } }),
    undo: { what: 'epic', back: ({ epic = null }) => epic },
    failure: next => (next === null ? messages.removeEpic : messages.assignEpic),
  })
  const group = namespace.fullPath.slice(0, namespace.fullPath.lastIndexOf('/'))
  return (
    <SidebarField
      label="Epic"
      editable={permissions.canUpdate}
      {...save.field}
      editorPart={EpicPicker}
      editor={close => (
        <EpicPicker
          group={group}
          current={epic}
          onPick={next => {
            close('apply')
            if ((next?.id ?? null) !== (epic?.id ?? null)) save.run(next)
          }}
          onClose={close}
        />
      )}
      icon={<StackIcon />}
      summary={epic?.reference ?? 'None'}
      foldedHint={`Epic: ${epic?.title ?? 'None'}`}
    >
      {epic === null ? (
        <Empty>None</Empty>
      ) : (
        <TextLink tone="plain" href={epic.path} title={epic.title}>
          {epic.title}
        </TextLink>
      )}
    </SidebarField>
  )
}
