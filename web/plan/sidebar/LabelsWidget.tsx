import { TagIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { listLabelOptions } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { LabelForm } from '#web/plan/labels/LabelForm.tsx'
import { withLabels } from '#web/plan/labels/scope.ts'
import { messages } from '#web/plan/messages.ts'
import { Swatch } from '#web/plan/Swatch.tsx'
import type { Label } from '#web/plan/shapes.ts'
import { Picker } from '#web/ui/forms/Picker.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
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
      editor={close => <LabelPicker marked={labels} onMarked={setMarked} onEscape={() => close('cancel')} />}
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

interface LabelPickerProps {
  readonly marked: readonly Label[]
  readonly onMarked: (labels: readonly Label[]) => void
  readonly onEscape: () => void
}

function LabelPicker({ marked, onMarked, onEscape }: LabelPickerProps) {
  const { namespace, permissions } = useIssuePage()
  const [creating, setCreating] = useState<string | null>(null)
  const options = useReading(listLabelOptions, { namespace: namespace.fullPath, includeAncestorGroups: true })
  const known = (options.data ?? []).map(asLabel)

  function pick(ids: readonly string[]) {
    const all = [...marked, ...known]
    onMarked(withLabels(ids.flatMap(id => all.find(label => String(label.id) === id) ?? [])))
  }

  if (creating !== null) {
    return (
      <LabelForm
        namespace={namespace}
        title={creating}
        onCancel={() => setCreating(null)}
        onCreated={label => {
          setCreating(null)
          onMarked(withLabels([...marked, asLabel(label)]))
        }}
      />
    )
  }
  return (
    <>
      {options.isError && <Banner tone="danger">{messages.fetchLabels}</Banner>}
      <Picker
        label="Labels"
        multiple
        options={[...marked, ...known.filter(label => !marked.some(one => one.id === label.id))].map(label => ({
          id: String(label.id),
          text: label.name,
          ...(label.description && { detail: label.description }),
          leading: <Swatch color={label.color} />,
        }))}
        selected={marked.map(label => String(label.id))}
        onChange={pick}
        loading={options.isLoading}
        empty={messages.noMatches}
        placeholder="Search labels"
        {...(permissions.canAdminLabels && {
          create: { label: query => `Create label “${query}”`, run: setCreating },
        })}
        onEscape={onEscape}
      />
    </>
  )
}

interface LabelLike {
  readonly id: number
  readonly title: string
  readonly color: string
  readonly textColor: string
  readonly description: string | null
}

function asLabel({ id, title, color, textColor, description }: LabelLike): Label {
  return { id, name: title, color, textColor, description, descriptionHtml: '', archived: false }
}
