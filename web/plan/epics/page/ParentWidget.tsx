import { StackIcon } from '@primer/octicons-react'
import { Empty } from '#web/plan/issuable/sidebar/values.tsx'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { messages } from '#web/plan/messages.ts'
import { EpicPicker } from '#web/plan/pickers/on-demand.ts'
import type { EpicChoice } from '#web/plan/pickers/search.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { useEpicPage } from './epic-context.ts'
import { saveEpic } from './save.ts'

/** The epic that this one is in. */
export function ParentWidget() {
  const { epic, namespace, permissions } = useEpicPage()
  const parent = epic.ancestors.at(-1) ?? null
  const save = useSave<EpicChoice | null>({
    save: (target, next, carried) => saveEpic(target, { parentId: next?.id ?? null }, carried),
    failure: messages.setAttribute('parent epic', 'epic'),
  })
  return (
    <SidebarField
      label="Parent epic"
      editable={permissions.canUpdate}
      {...save.field}
      editorPart={EpicPicker}
      editor={close => (
        <EpicPicker
          group={namespace.fullPath}
          current={parent}
          without={[epic.id]}
          onPick={next => {
            close('apply')
            if ((next?.id ?? null) !== (parent?.id ?? null)) save.run(next)
          }}
          onClose={close}
        />
      )}
      icon={<StackIcon />}
      summary={parent?.reference ?? 'None'}
      foldedHint={`Parent epic: ${parent?.title ?? 'None'}`}
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
