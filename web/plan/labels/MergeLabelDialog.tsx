import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { asking } from '#web/api/graphql.ts'
import { useCall } from '#web/api/use-call.ts'
import { Swatch } from '#web/plan/facts/Swatch.tsx'
import { messages } from '#web/plan/messages.ts'
import type { Place } from '#web/plan/shapes.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { useSearchText } from '#web/ui/use-debounced.ts'
import { type LabelData, labelReadings, mergeLabel, previewMerge } from './calls.ts'
import { scopeOf } from './scope.ts'
import { searchLabels } from './search-labels.graphql.gen.ts'

interface MergeLabelDialogProps {
  readonly namespace: Place
  readonly label: LabelData
  readonly onClose: () => void
}

/** Asks for the label that takes the place of another one, and tells how many items change. */
export function MergeLabelDialog({ namespace, label, onClose }: MergeLabelDialogProps) {
  const [query, setQuery] = useState('')
  const [into, setInto] = useState<MergeTarget | null>(null)
  const { others, isLoading } = useOthers(namespace, label, query)
  const preview = useQuery({
    queryKey: ['previewLabelMerge', namespace.id, label.id, into?.id],
    queryFn: () => previewMerge(namespace, label.id, into?.id ?? 0),
    enabled: into !== null,
    staleTime: 0,
  })
  const merge = useCall((target: MergeTarget) => mergeLabel(namespace, label.id, target.id), {
    refreshes: labelReadings,
    onSuccess: ({ isFinished }, target) => {
      showToast(
        isFinished
          ? `Label ${label.name} merged into ${target.name}`
          : `Merging label ${label.name} into ${target.name}. It will be deleted after all its items are updated.`,
      )
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Merge label ${label.name}`}
      submit="Merge labels"
      variant="danger"
      disabled={into === null || preview.data === undefined}
      busy={merge.isPending}
      problem={merge.error?.message ?? null}
      onClose={onClose}
      onSubmit={() => into !== null && merge.mutate(into)}
    >
      <FormField label="Merge into" required>
        <Combobox
          label="Labels"
          options={others.map(optionOf)}
          selected={into === null ? [] : [optionOf(into)]}
          onChange={([next]) => setInto(others.find(({ id }) => String(id) === next?.id) ?? null)}
          onQuery={setQuery}
          loading={isLoading}
          placeholder="Search labels"
          empty={messages.noMatches}
          autoFocus
        />
      </FormField>
      {into !== null && preview.isError && (
        <RetryBanner onRetry={preview.refetch}>Could not count the items of this label.</RetryBanner>
      )}
      {into !== null && preview.data !== undefined && (
        <div role="status">
          <Stack gap={2}>
            <p>{effectOf(label.name, into.name, preview.data)}</p>
            <p>Subscriptions, board lists and priorities move too. This cannot be undone.</p>
          </Stack>
        </div>
      )}
    </FormDialog>
  )
}

interface MergeTarget {
  readonly id: number
  readonly name: string
  readonly color: string
}

/** The labels that take its place, by what is typed: those of the project or group and of the groups above. */
function useOthers(namespace: Place, label: LabelData, text: string) {
  const [searchTerm, isPausing] = useSearchText(text.trim())
  const { data, isFetching } = useQuery({
    ...asking(searchLabels, { fullPath: namespace.fullPath, searchTerm, isGroup: namespace.kind === 'group' }),
    placeholderData: keepPreviousData,
  })
  const nodes = (data?.project ?? data?.group)?.labels?.nodes ?? []
  const others = nodes
    .filter(node => node !== null)
    .map(({ id, title, color }): MergeTarget => ({ id: Number(id.slice(id.lastIndexOf('/') + 1)), name: title, color }))
    .filter(({ id }) => id !== label.id)
  return { others, isLoading: isFetching || isPausing }
}

const optionOf = ({ id, name, color }: MergeTarget) => ({
  id: String(id),
  text: name,
  leading: <Swatch color={color} />,
})

interface Counts {
  readonly itemsCount: number
  readonly scopedCount: number
}

function effectOf(name: string, into: string, { itemsCount, scopedCount }: Counts): string {
  const deleted = `The label ${name} is deleted.`
  if (itemsCount === 0) return `No items have the label ${name}. ${deleted}`
  const scoped =
    scopedCount === 0
      ? ''
      : ` ${counted(scopedCount, 'item')} ${scopedCount === 1 ? 'loses' : 'lose'} another label of the scope ${scopeOf(into)}.`
  const get = itemsCount === 1 ? 'gets' : 'get'
  return `${counted(itemsCount, 'item')} with the label ${name} ${get} the label ${into} instead.${scoped} ${deleted}`
}
