import { MilestoneIcon } from '@primer/octicons-react'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { messages } from '#web/plan/messages.ts'
import { milestoneName, periodOf } from '#web/plan/pickers/milestone-text.ts'
import { MilestonePicker } from '#web/plan/pickers/on-demand.ts'
import type { MilestoneChoice } from '#web/plan/pickers/search.ts'
import type { IssueData } from '#web/plan/shapes.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { Empty } from '../values.tsx'

type Milestone = NonNullable<IssueData['milestone']>

/** @source MILE-003 to MILE-008 */
export function MilestoneWidget() {
  const { kind, namespace, issuable, permissions, word } = useIssuable()
  const { milestone } = issuable
  const save = useSave({
    save: (target, next: MilestoneChoice | null, carried) => kind.saves.milestone(target, next?.id ?? null, carried),
    preview: (_now, next) => ({ issuable: { milestone: next && { ...placeholder, ...next } } }),
    undo: { what: 'milestone', back: ({ milestone = null }) => milestone },
    failure: messages.setAttribute('milestone', word),
  })
  const hint = milestone
    ? [milestoneName(milestone), periodOf(milestone)].filter(Boolean).join(', ')
    : 'Milestone: None'
  return (
    <SidebarField
      label="Milestone"
      editable={permissions.canSetMetadata}
      {...save.field}
      editorPart={MilestonePicker}
      editor={close => (
        <MilestonePicker
          namespace={namespace.fullPath}
          current={milestone}
          createIn={namespace.kind === 'project' && namespace.id}
          onPick={next => {
            close('apply')
            if ((next?.id ?? null) !== (milestone?.id ?? null)) save.run(next)
          }}
          onClose={close}
        />
      )}
      icon={<MilestoneIcon />}
      summary={milestone?.title ?? 'None'}
      foldedHint={hint}
    >
      {milestone === null ? (
        <Empty>None</Empty>
      ) : (
        <Tooltip text={hint}>
          <TextLink tone="plain" href={new URL(milestone.webUrl).pathname}>
            {milestoneName(milestone)}
          </TextLink>
        </Tooltip>
      )}
    </SidebarField>
  )
}

const placeholder: Omit<Milestone, keyof MilestoneChoice> = {
  iid: 0,
  description: null,
  state: 'active',
  createdAt: '',
  updatedAt: '',
}
