import { TagIcon } from '@primer/octicons-react'
import { pagesPath } from '#contract/issuable-kinds.ts'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { messages } from '#web/plan/messages.ts'
import { changeWords, type ListChange, undoOfList, withChange } from '#web/plan/pickers/list-change.ts'
import { useMarking } from '#web/plan/pickers/marking.ts'
import { LabelPicker } from '#web/plan/pickers/on-demand.ts'
import type { Label } from '#web/plan/shapes.ts'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { LabelChip } from '#web/ui/status/LabelChip.tsx'
import { Empty } from '../values.tsx'
import { listNames } from './people.ts'
import styles from './widgets.module.css'

/** Marked in the list, saved together when it closes. @source LABEL-001, LABEL-002 */
export function LabelsWidget() {
  const { kind, namespace, issuable, permissions } = useIssuable()
  const save = useSave({
    save: kind.saves.labels,
    preview: (now, change: ListChange<Label>) => ({
      issuable: { labels: byName(withChange(now.issuable.labels, change)) },
    }),
    undo: undoOfList<Label>('labels', change => changeWords(change, label => label.name)),
    failure: messages.saveLabels,
  })
  const marking = useMarking<Label>(issuable.labels, save.run)
  const labels = marking.rows
  const canEdit = permissions.canSetMetadata

  return (
    <SidebarField
      label="Labels"
      editable={canEdit}
      {...save.field}
      closeLabel="Apply"
      onOpen={marking.open}
      onClose={marking.close}
      editorPart={LabelPicker}
      editor={close => (
        <LabelPicker
          namespace={namespace.fullPath}
          canCreate={permissions.canAdminLabels}
          marked={labels}
          onMarked={marking.mark}
          onClose={close}
        />
      )}
      icon={<TagIcon />}
      summary={labels.length === 0 ? 'None' : labels.length}
      foldedHint={labels.length === 0 ? 'Labels: None' : listNames(labels.map(label => label.name))}
    >
      {labels.length === 0 ? (
        <Empty>None</Empty>
      ) : (
        <div className={styles.chips}>
          {byName(labels).map(label => (
            <LabelChip
              key={label.id}
              title={label.name}
              color={label.color}
              textColor={label.textColor}
              description={label.description}
              href={`${pagesPath(kind.series, namespace.fullPath)}?labels[]=${encodeURIComponent(label.name)}`}
              {...(canEdit && !marking.isOpen && { onRemove: () => save.run({ added: [], removed: [label] }) })}
            />
          ))}
        </div>
      )}
    </SidebarField>
  )
}

const byName = (labels: readonly Label[]): Label[] => [...labels].sort((a, b) => a.name.localeCompare(b.name))
