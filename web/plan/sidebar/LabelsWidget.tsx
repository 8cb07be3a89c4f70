import { TagIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { messages } from '#web/plan/messages.ts'
import { LabelPicker } from '#web/plan/pickers/LabelPicker.tsx'
import type { Label } from '#web/plan/shapes.ts'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { LabelChip } from '#web/ui/status/LabelChip.tsx'
import { useIssuePage, useSave, withIssue } from './issue-context.tsx'
import { listNames } from './people.ts'
import { saveLabels } from './save.ts'
import { Empty } from './values.tsx'
import styles from './widgets.module.css'

/** Marked in the list, saved together when it closes. @source LABEL-001, LABEL-002 */
export function LabelsWidget() {
  const { namespace, issue, permissions } = useIssuePage()
  const [marked, setMarked] = useState<readonly Label[] | null>(null)
  const save = useSave({
    save: (target, labels: readonly Label[]) =>
      saveLabels(
        target,
        labels.map(label => label.id),
      ),
    preview: (page, labels) => withIssue(page, { labels: byName(labels) }),
    failure: messages.saveLabels,
  })
  const labels = marked ?? issue.labels
  const canEdit = permissions.canSetMetadata

  function close(how: 'apply' | 'cancel') {
    setMarked(null)
    if (how === 'apply' && marked && idsOf(marked) !== idsOf(issue.labels)) save.run(marked)
  }

  return (
    <SidebarField
      label="Labels"
      editable={canEdit}
      busy={save.isPending}
      error={save.error}
      onErrorDismiss={save.forgetError}
      closeLabel="Apply"
      onOpen={() => setMarked(issue.labels)}
      onClose={close}
      editor={close => (
        <LabelPicker
          namespace={namespace.fullPath}
          canCreate={permissions.canAdminLabels}
          marked={labels}
          onMarked={setMarked}
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
              href={`/${namespace.fullPath}/-/issues?labels[]=${encodeURIComponent(label.name)}`}
              {...(canEdit &&
                marked === null && { onRemove: () => save.run(labels.filter(one => one.id !== label.id)) })}
            />
          ))}
        </div>
      )}
    </SidebarField>
  )
}

const byName = (labels: readonly Label[]): Label[] => [...labels].sort((a, b) => a.name.localeCompare(b.name))

const idsOf = (labels: readonly Label[]): string =>
  labels
    .map(label => label.id)
    .sort((a, b) => a - b)
    .join()
