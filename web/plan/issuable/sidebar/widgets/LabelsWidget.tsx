import { TagIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import { pagesPath } from '#contract/issuable-kinds.ts'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { changeOf, isNoChange, type ListChange, undoOfList, withChange } from '#web/plan/list-change.ts'
import { messages } from '#web/plan/messages.ts'
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
  // What is marked and cleared while the list is open; null while it is closed.
  const [marking, setMarking] = useState<ListChange<Label> | null>(null)
  const save = useSave({
    save: kind.saves.labels,
    preview: (now, change: ListChange<Label>) => ({
      issuable: { labels: byName(withChange(now.issuable.labels, change)) },
    }),
    undo: undoOfList<Label>('labels'),
    failure: messages.saveLabels,
  })
  const labels = marking === null ? issuable.labels : withChange(issuable.labels, marking)
  const canEdit = permissions.canSetMetadata

  // A label that is being created may arrive after the picker has closed.
  const stage = useRef<'open' | 'apply' | 'cancel'>('cancel')
  function mark(change: ListChange<Label>) {
    if (stage.current === 'open') setMarking(change)
    else if (stage.current === 'apply') save.run(change)
  }

  function close(how: 'apply' | 'cancel') {
    stage.current = how
    setMarking(null)
    if (how === 'apply' && marking && !isNoChange(marking)) save.run(marking)
  }

  return (
    <SidebarField
      label="Labels"
      editable={canEdit}
      busy={save.isPending}
      error={save.error}
      onErrorDismiss={save.forgetError}
      closeLabel="Apply"
      onOpen={() => {
        stage.current = 'open'
        setMarking(noChange)
      }}
      onClose={close}
      editorPart={LabelPicker}
      editor={close => (
        <LabelPicker
          namespace={namespace.fullPath}
          canCreate={permissions.canAdminLabels}
          marked={labels}
          onMarked={next => mark(changeOf(issuable.labels, next))}
          onEscape={() => close('cancel')}
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
              {...(canEdit && marking === null && { onRemove: () => save.run({ added: [], removed: [label] }) })}
            />
          ))}
        </div>
      )}
    </SidebarField>
  )
}

const byName = (labels: readonly Label[]): Label[] => [...labels].sort((a, b) => a.name.localeCompare(b.name))

const noChange: ListChange<Label> = { added: [], removed: [] }
